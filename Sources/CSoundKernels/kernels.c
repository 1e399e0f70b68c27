#include "CSoundKernels.h"

#include <math.h>
#include <string.h>

// One set of kernels, as a table that dispatch picks from.
typedef struct {
  const char *name;
  void (*multiply)(const float *, const float *, float *, size_t);
  float (*energy)(const float *, size_t);
  void (*half_band)(const float *, const float *, const float *, size_t, float *, size_t);
  float (*log_mel)(const float *, size_t, const soundwatch_filterbank *, float, float *, float *);
  void (*dense)(const float *, size_t, size_t, const float *, const float *, const float *, bool,
                float *, size_t);
  void (*depthwise)(const float *, size_t, const soundwatch_depthwise_shape *, const float *,
                    const float *, bool, float *);
  void (*resample)(const float *, const soundwatch_resampler *, size_t, float *, size_t);
  void (*log_power)(const float *, const float *, const float *, size_t, float, float *, int16_t *,
                    size_t);
  void (*slide_sums)(int32_t *, const int16_t *, const int16_t *, size_t);
  void (*row_maxima)(const int16_t *, size_t, size_t, int16_t *, int16_t *);
  size_t (*local_maxima)(const int16_t *, const int16_t *const *, size_t, size_t, int16_t,
                         uint8_t *, uint16_t *);
  size_t (*count_above)(const float *, size_t, float);
} kernel_set;

// ln(1 + t) / t for sqrt(1/2) <= 1 + t <= sqrt(2): a polynomial fitted by least squares at 4,000
// Chebyshev nodes, weighted by |t|. Its error is 4e-8 in ln.
#define LOG_P0 0.9999999f
#define LOG_P1 -0.4999999f
#define LOG_P2 0.3333507f
#define LOG_P3 -0.25002244f
#define LOG_P4 0.19936807f
#define LOG_P5 -0.16551337f
#define LOG_P6 0.15101588f
#define LOG_P7 -0.14476192f
#define LOG_P8 0.084911466f

// Pastes two names after expanding them.
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)

// The portable set: SSE2 on x86-64, NEON on Arm. Only Arm's baseline has a fused multiply-add.
#define ISA baseline
#define WIDTH 4
#define ROWS 4
#if defined(__aarch64__)
#define FMA(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define FMA(a, b, c) ((a) * (b) + (c))
#endif
#include "kernels_body.h"

#if defined(__x86_64__)
#define FMA(a, b, c) __builtin_elementwise_fma(a, b, c)

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define ISA avx2
#define WIDTH 8
#define ROWS 6
#include "kernels_body.h"
#pragma clang attribute pop

#define FMA(a, b, c) __builtin_elementwise_fma(a, b, c)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"))), \
    apply_to = function)
#define ISA avx512
#define WIDTH 16
#define ROWS 8
#include "kernels_body.h"
#pragma clang attribute pop
#endif

static const kernel_set *choose(const char *name) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  bool any = name == NULL;
  if ((any || !strcmp(name, "avx512")) && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq"))
    return &kernels_avx512;
  if ((any || !strcmp(name, "avx2")) && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("fma"))
    return &kernels_avx2;
#endif
  return name == NULL || !strcmp(name, "baseline") ? &kernels_baseline : NULL;
}

// Set before main runs, so that reading it needs no synchronisation.
static const kernel_set *kernels = &kernels_baseline;

__attribute__((constructor)) static void choose_at_start(void) { kernels = choose(NULL); }

const char *soundwatch_kernel_name(void) { return kernels->name; }

bool soundwatch_kernel_select(const char *name) {
  const kernel_set *chosen = choose(name);
  if (chosen) kernels = chosen;
  return chosen != NULL;
}

void soundwatch_multiply(const float *a, const float *b, float *out, size_t count) {
  kernels->multiply(a, b, out, count);
}

float soundwatch_energy(const float *samples, size_t count) {
  return kernels->energy(samples, count);
}

void soundwatch_half_band(const float *even, const float *odd, const float *taps, size_t pairs,
                          float *out, size_t count) {
  kernels->half_band(even, odd, taps, pairs, out, count);
}

float soundwatch_log_mel(const float *spectrum, size_t bin_count, const soundwatch_filterbank *bank,
                         float floor_power, float *power, float *out) {
  return kernels->log_mel(spectrum, bin_count, bank, floor_power, power, out);
}

void soundwatch_dense(const float *in, size_t rows, size_t inputs, const float *packed,
                      const float *bias, const float *residual, bool relu, float *out,
                      size_t outputs) {
  kernels->dense(in, rows, inputs, packed, bias, residual, relu, out, outputs);
}

void soundwatch_depthwise(const float *in, size_t out_times,
                          const soundwatch_depthwise_shape *shape, const float *weights,
                          const float *bias, bool relu, float *out) {
  kernels->depthwise(in, out_times, shape, weights, bias, relu, out);
}

void soundwatch_resample(const float *in, const soundwatch_resampler *resampler, size_t numerator,
                         float *out, size_t count) {
  kernels->resample(in, resampler, numerator, out, count);
}

void soundwatch_log_power(const float *pairs, const float *cosines, const float *sines,
                          size_t half, float floor_power, float *power, int16_t *out,
                          size_t count) {
  kernels->log_power(pairs, cosines, sines, half, floor_power, power, out, count);
}

void soundwatch_slide_sums(int32_t *sums, const int16_t *added, const int16_t *removed,
                           size_t count) {
  kernels->slide_sums(sums, added, removed, count);
}

void soundwatch_row_maxima(const int16_t *row, size_t count, size_t boundary, int16_t *scratch,
                           int16_t *out) {
  kernels->row_maxima(row, count, boundary, scratch, out);
}

size_t soundwatch_local_maxima(const int16_t *row, const int16_t *const *maxima, size_t first,
                               size_t end, int16_t minimum, uint8_t *scratch, uint16_t *out) {
  return kernels->local_maxima(row, maxima, first, end, minimum, scratch, out);
}

size_t soundwatch_count_above(const float *numbers, size_t count, float level) {
  return kernels->count_above(numbers, count, level);
}

size_t soundwatch_packed_size(size_t inputs, size_t outputs) {
  size_t panels = (outputs + SOUNDWATCH_PANEL_WIDTH - 1) / SOUNDWATCH_PANEL_WIDTH;
  return panels * inputs * SOUNDWATCH_PANEL_WIDTH;
}

void soundwatch_pack(const float *weights, size_t inputs, size_t outputs, float *packed) {
  for (size_t first = 0; first < outputs; first += SOUNDWATCH_PANEL_WIDTH)
    for (size_t row = 0; row < inputs; row++)
      for (size_t column = first; column < first + SOUNDWATCH_PANEL_WIDTH; column++)
        *packed++ = column < outputs ? weights[row * outputs + column] : 0;
}
