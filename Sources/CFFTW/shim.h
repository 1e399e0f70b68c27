// FFTW, single precision. The header is in the compiler's default path on Debian.
#ifndef SOUNDWATCH_CFFTW_SHIM_H
#define SOUNDWATCH_CFFTW_SHIM_H

#include <fftw3.h>

// FFTW_ESTIMATE is a macro with a cast, which Swift does not import.
static inline unsigned soundwatch_fftw_estimate(void) { return FFTW_ESTIMATE; }

#endif
