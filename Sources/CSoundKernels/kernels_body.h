// The kernels in terms of ISA (a name), WIDTH (floats in a vector), ROWS (rows that the matrix kernel
// keeps in registers) and FMA. Included by kernels.c once for every instruction set.

#define NAME(x) PASTE(x, ISA)
#define VECTOR NAME(vector)
#define INTS NAME(ints)

// `aligned(4)`: loads and stores need no more than a float's alignment.
typedef float VECTOR __attribute__((ext_vector_type(WIDTH), aligned(4)));
typedef int32_t INTS __attribute__((ext_vector_type(WIDTH), aligned(4)));

static inline VECTOR NAME(load)(const float *p) { return *(const VECTOR *)p; }
static inline void NAME(store)(float *p, VECTOR v) { *(VECTOR *)p = v; }
static inline VECTOR NAME(splat)(float x) { return (VECTOR)x; }

// Adds the lanes pairwise, the same tree for every width.
static inline float NAME(sum)(VECTOR v) {
  float lanes[WIDTH];
  __builtin_memcpy(lanes, &v, sizeof lanes);
  for (int half = WIDTH / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) lanes[i] += lanes[i + half];
  return lanes[0];
}

// Natural logarithm of positive normal numbers. The mantissa is brought to sqrt(1/2)...sqrt(2) and
// ln(1 + t) is a polynomial there.
static inline VECTOR NAME(log)(VECTOR x) {
  INTS bits = (INTS)x;
  // 0x3f3504f3 is sqrt(1/2): subtracting it before taking the exponent rounds to the nearer power.
  INTS exponent = (bits - (INTS)0x3f3504f3) >> 23;
  VECTOR t = (VECTOR)(bits - (exponent << 23)) - 1.0f;
  VECTOR p = NAME(splat)(LOG_P8);
  p = FMA(p, t, NAME(splat)(LOG_P7));
  p = FMA(p, t, NAME(splat)(LOG_P6));
  p = FMA(p, t, NAME(splat)(LOG_P5));
  p = FMA(p, t, NAME(splat)(LOG_P4));
  p = FMA(p, t, NAME(splat)(LOG_P3));
  p = FMA(p, t, NAME(splat)(LOG_P2));
  p = FMA(p, t, NAME(splat)(LOG_P1));
  p = FMA(p, t, NAME(splat)(LOG_P0));
  VECTOR e = __builtin_convertvector(exponent, VECTOR);
  return FMA(p, t, e * 0.693147180559945f);
}

static void NAME(multiply)(const float *a, const float *b, float *out, size_t count) {
  size_t i = 0;
  for (; i + WIDTH <= count; i += WIDTH)
    NAME(store)(out + i, NAME(load)(a + i) * NAME(load)(b + i));
  for (; i < count; i++) out[i] = a[i] * b[i];
}

static float NAME(energy)(const float *samples, size_t count) {
  VECTOR total = NAME(splat)(0);
  size_t i = 0;
  for (; i + WIDTH <= count; i += WIDTH) {
    VECTOR v = NAME(load)(samples + i);
    total = FMA(v, v, total);
  }
  float sum = NAME(sum)(total);
  for (; i < count; i++) sum += samples[i] * samples[i];
  return sum;
}

static void NAME(half_band)(const float *even, const float *odd, const float *taps, size_t pairs,
                            float *out, size_t count) {
  size_t n = 0;
  for (; n + WIDTH <= count; n += WIDTH) {
    VECTOR total = NAME(load)(odd + n) * 0.5f;
    for (size_t k = 0; k < pairs; k++) {
      VECTOR sum = NAME(load)(even + n + pairs - 1 - k) + NAME(load)(even + n + pairs + k);
      total = FMA(sum, NAME(splat)(taps[k]), total);
    }
    NAME(store)(out + n, total);
  }
  // One output at a time in a vector's first lane: the same operations in the same order.
  for (; n < count; n++) {
    VECTOR total = NAME(splat)(odd[n]) * 0.5f;
    for (size_t k = 0; k < pairs; k++) {
      VECTOR sum = NAME(splat)(even[n + pairs - 1 - k]) + NAME(splat)(even[n + pairs + k]);
      total = FMA(sum, NAME(splat)(taps[k]), total);
    }
    out[n] = total[0];
  }
}

static float NAME(log_mel)(const float *spectrum, size_t bin_count,
                           const soundwatch_filterbank *bank, float floor_power, float *power,
                           float *out) {
  // The compiler vectorises this loop over interleaved pairs well.
  for (size_t k = 0; k < bin_count; k++) {
    float re = spectrum[2 * k], im = spectrum[2 * k + 1];
    power[k] = re * re + im * im;
  }
  // Bands are padded with zero weights to fours, so the last may read a little further.
  for (size_t k = bin_count; k < bin_count + 4; k++) power[k] = 0;

  size_t bands = (size_t)bank->band_count;
  float level = 0;
  for (size_t b = 0; b < bands; b++) {
    const float *weights = bank->weights + bank->weight_offset[b];
    const float *bins = power + bank->first_bin[b];
    size_t count = (size_t)(bank->weight_offset[b + 1] - bank->weight_offset[b]);
    // Most bands are narrower than a wide vector: four lanes serve them all on every machine.
    typedef float four __attribute__((ext_vector_type(4), aligned(4)));
    four total = *(const four *)weights * *(const four *)bins;
    for (size_t i = 4; i < count; i += 4)
      total = FMA(*(const four *)(weights + i), *(const four *)(bins + i), total);
    float sum = (total.x + total.z) + (total.y + total.w);
    out[b] = sum + floor_power;
    level += out[b];
  }
  size_t b = 0;
  for (; b + WIDTH <= bands; b += WIDTH) NAME(store)(out + b, NAME(log)(NAME(load)(out + b)));
  if (b < bands) {
    float rest[WIDTH];
    for (size_t i = 0; i < WIDTH; i++) rest[i] = b + i < bands ? out[b + i] : 1;
    NAME(store)(rest, NAME(log)(NAME(load)(rest)));
    for (size_t i = 0; b + i < bands; i++) out[b + i] = rest[i];
  }
  return NAME(log)(NAME(splat)(level / (float)bands))[0];
}

// One vector of sums becomes one of outputs; `count` of its lanes exist.
static inline __attribute__((always_inline)) void NAME(finish)(
    VECTOR sums, const float *bias, const float *skip, bool relu, float *out, size_t count) {
  if (count >= WIDTH) {
    VECTOR v = sums + NAME(load)(bias);
    if (skip) v += NAME(load)(skip);
    if (relu) v = __builtin_elementwise_max(v, NAME(splat)(0));
    NAME(store)(out, v);
    return;
  }
  for (size_t c = 0; c < count; c++) {
    float v = sums[c] + bias[c];
    if (skip) v += skip[c];
    out[c] = relu && v < 0 ? 0 : v;
  }
}

// `rows` rows by one or two vectors of columns; both counts are constants at every call. The inner
// loop runs over the inputs one after the other, so that each output adds up in the same order
// whatever the counts are.
static inline __attribute__((always_inline)) void NAME(dense_block)(
    const float *in, size_t inputs, const float *packed, const float *bias, const float *residual,
    bool relu, float *out, size_t outputs, size_t columns, const int rows, const bool two) {
  VECTOR left[ROWS], right[ROWS];
  for (int r = 0; r < rows; r++) left[r] = right[r] = NAME(splat)(0);
  for (size_t k = 0; k < inputs; k++) {
    VECTOR a = NAME(load)(packed), b = two ? NAME(load)(packed + WIDTH) : a;
    packed += SOUNDWATCH_PANEL_WIDTH;
    for (int r = 0; r < rows; r++) {
      VECTOR x = NAME(splat)(in[(size_t)r * inputs + k]);
      left[r] = FMA(x, a, left[r]);
      if (two) right[r] = FMA(x, b, right[r]);
    }
  }
  for (int r = 0; r < rows; r++) {
    float *row = out + (size_t)r * outputs;
    const float *skip = residual ? residual + (size_t)r * outputs : NULL;
    NAME(finish)(left[r], bias, skip, relu, row, columns);
    if (two)
      NAME(finish)(right[r], bias + WIDTH, skip ? skip + WIDTH : NULL, relu, row + WIDTH,
                   columns - WIDTH);
  }
}

static void NAME(dense)(const float *in, size_t rows, size_t inputs, const float *packed,
                        const float *bias, const float *residual, bool relu, float *out,
                        size_t outputs) {
  for (size_t column = 0; column < outputs; column += 2 * WIDTH) {
    size_t columns = outputs - column < 2 * WIDTH ? outputs - column : 2 * WIDTH;
    size_t panel = column / SOUNDWATCH_PANEL_WIDTH;
    const float *weights =
        packed + panel * inputs * SOUNDWATCH_PANEL_WIDTH + column % SOUNDWATCH_PANEL_WIDTH;
#define BLOCK(count, two)                                                                       \
  NAME(dense_block)(in + r * inputs, inputs, weights, bias + column,                            \
                    residual ? residual + r * outputs + column : NULL, relu,                    \
                    out + r * outputs + column, outputs, columns, count, two)
    size_t r = 0;
    if (columns > WIDTH) {
      for (; r + ROWS <= rows; r += ROWS) BLOCK(ROWS, true);
      for (; r + 2 <= rows; r += 2) BLOCK(2, true);
      for (; r < rows; r++) BLOCK(1, true);
    } else {
      for (; r + ROWS <= rows; r += ROWS) BLOCK(ROWS, false);
      for (; r < rows; r++) BLOCK(1, false);
    }
#undef BLOCK
  }
}

static void NAME(depthwise)(const float *in, size_t out_times,
                            const soundwatch_depthwise_shape *shape, const float *weights,
                            const float *bias, bool relu, float *out) {
  const size_t channels = shape->channels;
  const size_t row = shape->in_frequencies * channels;
  for (size_t t = 0; t < out_times; t++) {
    for (size_t f = 0; f < shape->out_frequencies; f++) {
      // The part of the kernel that lies on existing frequencies.
      size_t start = f * shape->frequency_stride;
      size_t first = start < shape->frequency_padding ? shape->frequency_padding - start : 0;
      size_t last = shape->in_frequencies + shape->frequency_padding - start;
      if (last > shape->frequency_kernel) last = shape->frequency_kernel;
      const float *corner = in + t * shape->time_stride * row +
                            (start + first - shape->frequency_padding) * channels;
      float *target = out + (t * shape->out_frequencies + f) * channels;
      size_t c = 0;
      for (; c + WIDTH <= channels; c += WIDTH) {
        VECTOR total = NAME(load)(bias + c);
        for (size_t kt = 0; kt < shape->time_kernel; kt++) {
          const float *x = corner + kt * shape->dilation * row + c;
          const float *w = weights + (kt * shape->frequency_kernel + first) * channels + c;
          for (size_t kf = first; kf < last; kf++, x += channels, w += channels)
            total = FMA(NAME(load)(x), NAME(load)(w), total);
        }
        if (relu) total = __builtin_elementwise_max(total, NAME(splat)(0));
        NAME(store)(target + c, total);
      }
      for (; c < channels; c++) {
        float total = bias[c];
        for (size_t kt = 0; kt < shape->time_kernel; kt++)
          for (size_t kf = first; kf < last; kf++)
            total += corner[kt * shape->dilation * row + (kf - first) * channels + c] *
                     weights[(kt * shape->frequency_kernel + kf) * channels + c];
        target[c] = relu && total < 0 ? 0 : total;
      }
    }
  }
}

#include "peak_kernels_body.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
static const kernel_set NAME(kernels) = {
    STRING(ISA),      NAME(multiply),   NAME(energy),     NAME(half_band),
    NAME(log_mel),    NAME(dense),      NAME(depthwise),  NAME(resample),
    NAME(log_power),  NAME(slide_sums), NAME(row_maxima), NAME(local_maxima),
    NAME(count_above),
};

#undef STRING
#undef STRING_
#undef INTS
#undef VECTOR
#undef NAME
#undef FMA
#undef ROWS
#undef WIDTH
#undef ISA
