// The models that ship inside the library, as bytes in its read-only data: there is no bundle to
// find and no path to lose, and processes share the pages.
#ifndef SOUNDWATCH_CSOUNDMODELS_H
#define SOUNDWATCH_CSOUNDMODELS_H

#include <stddef.h>

// The model behind the identifier `version1`: a .soundmodel file, byte for byte.
const unsigned char *_Nonnull soundwatch_model_version1_bytes(void);
extern const size_t soundwatch_model_version1_size;

#endif
