// The matrix kernel against the libraries that could do its work, on the shapes of the bundled network,
// one thread, best of nine. The kernel also adds a bias and clips at zero, which the libraries do not.
#include <cblas.h>
#include <oneapi/dnnl/dnnl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "CSoundKernels.h"

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static float *random_floats(size_t count) {
  float *p = aligned_alloc(64, (count * 4 + 127) / 64 * 64);
  for (size_t i = 0; i < count; i++) p[i] = rand() / (float)RAND_MAX - 0.5f;
  return p;
}

#define MEASURE(call)                                                    \
  ({                                                                     \
    double best = 1e9;                                                   \
    for (int round = 0; round < 9; round++) {                            \
      double start = cpu_seconds();                                      \
      for (int i = 0; i < repeats; i++) call;                            \
      double took = (cpu_seconds() - start) / repeats;                   \
      if (took < best) best = took;                                      \
    }                                                                    \
    operations / best / 1e9;                                             \
  })

int main(void) {
  static const int shapes[][3] = {{1, 128, 128},  {16, 128, 128}, {256, 64, 64},
                                  {16, 384, 128}, {512, 20, 16},  {128, 48, 64}};
  openblas_set_num_threads(1);
  printf("| rows x inputs x outputs | ours (%s) | oneDNN | OpenBLAS |\n|---|---|---|---|\n",
         soundwatch_kernel_name());
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    int m = shapes[s][0], k = shapes[s][1], n = shapes[s][2];
    float *in = random_floats(m * k), *weights = random_floats(k * n);
    float *bias = random_floats(n + 32), *out = random_floats(m * n);
    float *packed = random_floats(soundwatch_packed_size(k, n));
    soundwatch_pack(weights, k, n, packed);
    double operations = 2.0 * m * k * n;
    int repeats = (int)(1e8 / operations) + 1;
    double ours = MEASURE(soundwatch_dense(in, m, k, packed, bias, NULL, true, out, n));
    double onednn = MEASURE(dnnl_sgemm('N', 'N', m, n, k, 1, in, k, weights, n, 0, out, n));
    double blas = MEASURE(cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, in, k,
                                      weights, n, 0, out, n));
    printf("| %d x %d x %d | %.0f | %.0f | %.0f |\n", m, k, n, ours, onednn, blas);
    free(in), free(weights), free(bias), free(out), free(packed);
  }
}
