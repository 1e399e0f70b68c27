// The kernels that find spectral peaks; a part of kernels_body.h. Loops over 16-bit numbers are left to
// the compiler, which vectorises them well for every instruction set.

static void NAME(resample)(const float *in, const soundwatch_resampler *resampler, size_t numerator,
                           float *out, size_t count) {
  const uint32_t denominator = (uint32_t)resampler->denominator;
  const size_t whole = resampler->step / denominator;
  const uint32_t part = (uint32_t)(resampler->step % denominator);
  const uint32_t phases = (uint32_t)resampler->phases;
  const size_t tap_count = resampler->tap_count;
  uint32_t place = (uint32_t)numerator;
  for (size_t n = 0; n < count; n++) {
    const float *taps = resampler->taps + (size_t)(place * phases / denominator) * tap_count;
    VECTOR total = NAME(load)(in) * NAME(load)(taps);
    for (size_t k = WIDTH; k < tap_count; k += WIDTH)
      total = FMA(NAME(load)(in + k), NAME(load)(taps + k), total);
    out[n] = NAME(sum)(total);
    in += whole;
    place += part;
    if (place >= denominator) {
      place -= denominator;
      in++;
    }
  }
}

static void NAME(log_power)(const float *restrict pairs, const float *restrict cosines,
                            const float *restrict sines, size_t half, float floor_power,
                            float *restrict power, int16_t *out, size_t count) {
  typedef int16_t shorts __attribute__((ext_vector_type(WIDTH), aligned(2)));
  power[0] = (pairs[0] + pairs[1]) * (pairs[0] + pairs[1]);
  for (size_t k = 1; k < count; k++) {
    const float *z = pairs + 2 * k, *mirror = pairs + 2 * (half - k);
    // Twice the transforms of the even and of the odd samples at bin k.
    float even_re = z[0] + mirror[0], even_im = z[1] - mirror[1];
    float odd_re = z[1] + mirror[1], odd_im = mirror[0] - z[0];
    float re = even_re + cosines[k] * odd_re + sines[k] * odd_im;
    float im = even_im + cosines[k] * odd_im - sines[k] * odd_re;
    power[k] = 0.25f * (re * re + im * im);
  }
  for (size_t k = 0; k < count; k += WIDTH) {
    VECTOR v = NAME(log)(NAME(load)(power + k) + NAME(splat)(floor_power));
    // Above zero, as the floor is above one, so cutting off rounds down.
    INTS steps = __builtin_convertvector(v * 512.0f + 0.5f, INTS);
    steps = __builtin_elementwise_min(steps, (INTS)INT16_MAX);
    *(shorts *)(out + k) = __builtin_convertvector(steps, shorts);
  }
}

static void NAME(slide_sums)(int32_t *restrict sums, const int16_t *restrict added,
                             const int16_t *restrict removed, size_t count) {
  if (added)
    for (size_t k = 0; k < count; k++) sums[k] += added[k];
  if (removed)
    for (size_t k = 0; k < count; k++) sums[k] -= removed[k];
}

static inline int16_t NAME(greater)(int16_t a, int16_t b) { return a > b ? a : b; }

static void NAME(row_maxima)(const int16_t *restrict row, size_t count, size_t boundary,
                             int16_t *restrict scratch, int16_t *restrict out) {
  // scratch[k] becomes the greatest of row[k ... k + 3].
  for (size_t k = 0; k + 3 < count; k++)
    scratch[k] = NAME(greater)(NAME(greater)(row[k], row[k + 1]),
                               NAME(greater)(row[k + 2], row[k + 3]));
  // Windows of 7 and of 13 bins are covered by two and four runs of four, which may overlap.
  for (size_t k = 3; k < boundary; k++) out[k] = NAME(greater)(scratch[k - 3], scratch[k]);
  for (size_t k = boundary; k + 6 < count; k++)
    out[k] = NAME(greater)(NAME(greater)(scratch[k - 6], scratch[k - 2]),
                           NAME(greater)(scratch[k + 2], scratch[k + 3]));
}

static size_t NAME(local_maxima)(const int16_t *restrict row, const int16_t *const *maxima,
                                 size_t first, size_t end, int16_t minimum,
                                 uint8_t *restrict scratch, uint16_t *restrict out) {
  const int16_t *m0 = maxima[0], *m1 = maxima[1], *m2 = maxima[2], *m3 = maxima[3],
                *m4 = maxima[4], *m5 = maxima[5], *m6 = maxima[6], *m7 = maxima[7],
                *m8 = maxima[8];
  for (size_t k = first; k < end; k++) {
    int16_t low = NAME(greater)(NAME(greater)(m0[k], m1[k]), NAME(greater)(m2[k], m3[k]));
    int16_t high = NAME(greater)(NAME(greater)(m5[k], m6[k]), NAME(greater)(m7[k], m8[k]));
    int16_t most = NAME(greater)(NAME(greater)(low, high), NAME(greater)(m4[k], minimum));
    scratch[k] = row[k] >= most;
  }
  size_t found = 0;
  for (size_t k = first; k < end;) {
    uint64_t eight;
    // Maxima are rare: most steps skip eight bins.
    if (k + 8 <= end && (__builtin_memcpy(&eight, scratch + k, 8), eight == 0)) {
      k += 8;
      continue;
    }
    if (scratch[k]) out[found++] = (uint16_t)k;
    k++;
  }
  return found;
}

static size_t NAME(count_above)(const float *numbers, size_t count, float level) {
  int32_t found = 0;
  for (size_t i = 0; i < count; i++) found += numbers[i] > level;
  return (size_t)found;
}
