#include "CBenchmarks.h"

#include <errno.h>
#include <fftw3.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

size_t soundwatch_bare_fft(const float *samples, size_t count, size_t length, double hop,
                           size_t fft_length) {
  float *in = fftwf_alloc_real(fft_length);
  fftwf_complex *out = fftwf_alloc_complex(fft_length / 2 + 1);
  fftwf_plan plan =
      fftwf_plan_dft_r2c_1d((int)fft_length, in, out, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  memset(in, 0, fft_length * sizeof(float));
  size_t frames = 0;
  for (size_t start = 0; start + length <= count; start = (size_t)(++frames * hop + 0.5)) {
    memcpy(in, samples + start, length * sizeof(float));
    fftwf_execute(plan);
  }
  fftwf_destroy_plan(plan);
  fftwf_free(in);
  fftwf_free(out);
  return frames;
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double soundwatch_thread_seconds(void) { return seconds(CLOCK_THREAD_CPUTIME_ID); }
double soundwatch_process_seconds(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
double soundwatch_wall_seconds(void) { return seconds(CLOCK_MONOTONIC); }

// A definition in the executable takes the place of the C library's in every library of the process.
// glibc keeps its own under these names for exactly that.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic bool counting;
static _Atomic int64_t allocations;

static void count(void) {
  if (atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

void soundwatch_count_allocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&counting, true);
}

int64_t soundwatch_counted_allocations(void) {
  atomic_store(&counting, false);
  return atomic_load(&allocations);
}

int64_t soundwatch_allocated_bytes(void) {
  struct mallinfo2 now = mallinfo2();
  return (int64_t)(now.uordblks + now.hblkhd);
}

int64_t soundwatch_resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file) {
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
  }
  return pages * sysconf(_SC_PAGESIZE);
}
