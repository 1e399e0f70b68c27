// FFTW, single precision. The header is in the compiler's default path on Debian.
#ifndef SOUNDWATCH_CFFTW_SHIM_H
#define SOUNDWATCH_CFFTW_SHIM_H

#include <fftw3.h>

// Macros with casts, which Swift does not import.
static inline unsigned soundwatch_fftw_estimate(void) { return FFTW_ESTIMATE; }
static inline unsigned soundwatch_fftw_preserve_input(void) { return FFTW_PRESERVE_INPUT; }

#endif
