// What the benchmarks need from C.
#ifndef SOUNDWATCH_CBENCHMARKS_H
#define SOUNDWATCH_CBENCHMARKS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The least that a spectrogram can cost: for every frame, `length` samples are copied into FFTW's
// buffer and transformed, by a plan of the kind that the library uses (FFTW_ESTIMATE). Frame t begins
// at sample t * hop; a frame that would reach beyond the end is not computed.
// Returns the number of frames.
size_t soundwatch_bare_fft(const float *samples, size_t count, size_t length, double hop,
                           size_t fft_length);

// Seconds of processor time of the calling thread, and of the whole process.
double soundwatch_thread_seconds(void);
double soundwatch_process_seconds(void);
// Seconds of a clock that only goes forward.
double soundwatch_wall_seconds(void);

// Every malloc, calloc, realloc and aligned allocation of the process passes a counter, which counts
// between start and stop.
void soundwatch_count_allocations(void);
int64_t soundwatch_counted_allocations(void);

// Bytes that are allocated now, and bytes of memory that the process occupies now.
int64_t soundwatch_allocated_bytes(void);
int64_t soundwatch_resident_bytes(void);

#pragma clang assume_nonnull end

#endif
