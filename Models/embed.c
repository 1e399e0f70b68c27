#include "CSoundModels.h"

// 64-byte alignment lets the runtime read the weights in place.
_Alignas(64) const unsigned char soundwatch_model_version1[] = {
#embed "version1/version1.soundmodel"
};
const size_t soundwatch_model_version1_size = sizeof soundwatch_model_version1;
