// The loops that analysis spends its time in, compiled for several instruction sets and chosen
// once at run time. Swift packages compile for the oldest x86-64 and may not pass compiler flags;
// here the same source is built for SSE2, AVX2 with FMA and AVX-512 (on Arm, for NEON alone).
//
// Every output is computed in an order of operations that does not depend on how many outputs are
// asked for at once. That is what makes a stream's results equal a file's, bit for bit.
#ifndef SOUNDWATCH_CSOUNDKERNELS_H
#define SOUNDWATCH_CSOUNDKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Columns of packed weights that lie next to each other; see soundwatch_dense.
enum { SOUNDWATCH_PANEL_WIDTH = 32 };

// A mel filterbank as runs of weights over neighbouring FFT bins. Every run has a whole number of
// fours, at least one, filled up with zeros; it may reach four bins beyond the spectrum.
typedef struct {
  int32_t band_count;
  const int32_t *first_bin;      // for each band
  const int32_t *weight_offset;  // for each band and one more: where its weights begin
  const float *weights;
} soundwatch_filterbank;

// out[i] = a[i] * b[i]
void soundwatch_multiply(const float *a, const float *b, float *out, size_t count);

// The sum of squares.
float soundwatch_energy(const float *samples, size_t count);

// A half-band filter on a signal that was split into its even and odd samples:
// out[n] = odd[n] / 2 + sum over k of taps[k] * (even[n + pairs - 1 - k] + even[n + pairs + k])
void soundwatch_half_band(const float *even, const float *odd, const float *taps, size_t pairs,
                          float *out, size_t count);

// Log-mel of one spectrum. `spectrum` holds interleaved real and imaginary parts of `bin_count` bins
// and `power` is scratch for `bin_count` + 4 floats.
// out[b] = ln(sum over the band of weight * |X|^2 + floor_power);
// returns ln(mean over the bands of exp(out[b])), the level of the frame.
float soundwatch_log_mel(const float *spectrum, size_t bin_count, const soundwatch_filterbank *bank,
                         float floor_power, float *power, float *out);

// How many floats the packed form of an inputs x outputs matrix takes.
size_t soundwatch_packed_size(size_t inputs, size_t outputs);

// Rearranges weights[inputs][outputs] into panels of SOUNDWATCH_PANEL_WIDTH columns.
void soundwatch_pack(const float *weights, size_t inputs, size_t outputs, float *packed);

// out[r] = activation(bias + in[r] * weights + residual[r]) for every row r. Rows of `in`, `residual`
// (which may be NULL) and `out` are contiguous. `packed` comes from soundwatch_pack and `bias` has
// `outputs` elements.
void soundwatch_dense(const float *in, size_t rows, size_t inputs, const float *packed,
                      const float *bias, const float *_Nullable residual, bool relu, float *out,
                      size_t outputs);

typedef struct {
  size_t channels;
  size_t time_kernel, frequency_kernel;
  size_t time_stride, frequency_stride;
  size_t dilation;            // in time
  size_t frequency_padding;   // before the first position; zeros also stand behind the last
  size_t in_frequencies, out_frequencies;
} soundwatch_depthwise_shape;

// Depthwise convolution of in[time][frequency][channel] with weights[kt][kf][channel]. Output time t
// reads input times t * time_stride + k * dilation, which the caller has in `in`.
void soundwatch_depthwise(const float *in, size_t out_times,
                          const soundwatch_depthwise_shape *shape, const float *weights,
                          const float *bias, bool relu, float *out);

// Resamples: out[n] is the sum over k of in[p + k] * taps[phase][k], where p and the phase advance by
// `step` / `denominator` samples for every output. `numerator` is where between two samples the first
// output lies, in units of 1 / denominator; there are `phases` rows of `tap_count` taps, a multiple of
// 16, for places from 0 up to 1 between two samples.
typedef struct {
  const float *taps;
  size_t tap_count, phases;
  size_t step, denominator;
} soundwatch_resampler;
void soundwatch_resample(const float *in, const soundwatch_resampler *resampler, size_t numerator,
                         float *out, size_t count);

// Log power of a spectrum in 512ths: out[k] = 512 ln(|X|^2 + floor_power), rounded. X is the transform
// of 2 `half` real samples, of which `pairs` is that of the samples taken in pairs as `half` complex
// ones; cosines[k] and sines[k] are those of pi k / half. `power` is scratch for `count` floats; `count`
// is a multiple of 16 and at most `half`.
void soundwatch_log_power(const float *pairs, const float *cosines, const float *sines,
                          size_t half, float floor_power, float *power, int16_t *out,
                          size_t count);

// sums[k] += added[k] - removed[k], where either row may be missing.
void soundwatch_slide_sums(int32_t *sums, const int16_t *_Nullable added,
                           const int16_t *_Nullable removed, size_t count);

// The greatest of the neighbours of each bin: 3 bins to both sides below `boundary`, 6 from there on.
// The first 3 and last 6 bins of `out` are not written. `scratch` has room for `count` numbers.
void soundwatch_row_maxima(const int16_t *row, size_t count, size_t boundary, int16_t *scratch,
                           int16_t *out);

// Writes to `out` the bins of [first, end) where `row` is at least `minimum` and not below any of the
// nine rows of `maxima`. Returns their number. `scratch` has room for `end` bytes.
size_t soundwatch_local_maxima(const int16_t *row, const int16_t *_Nonnull const *_Nonnull maxima,
                               size_t first, size_t end, int16_t minimum, uint8_t *scratch,
                               uint16_t *out);

// How many of the numbers are greater than `level`.
size_t soundwatch_count_above(const float *numbers, size_t count, float level);

// The instruction set in use: "avx512", "avx2" or "baseline".
const char *soundwatch_kernel_name(void);

// Forces an instruction set by its name, for tests and benchmarks. Not thread-safe.
// Returns whether this machine has it.
bool soundwatch_kernel_select(const char *name);

#pragma clang assume_nonnull end

#endif
