#include "CSoundModels.h"

// 64-byte alignment lets the runtime read the weights in place.
_Alignas(64) static const unsigned char version1[] = {
#embed "version1/version1.soundmodel"
};
const size_t soundwatch_model_version1_size = sizeof version1;

// An array of unknown length would not be imported into Swift.
const unsigned char *soundwatch_model_version1_bytes(void) { return version1; }
