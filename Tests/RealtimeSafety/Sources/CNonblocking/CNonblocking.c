#include "CNonblocking.h"

// PortAudio's PaStreamCallbackTimeInfo.
struct times { double capture, now, play; };

extern int soundwatch_capture_callback(
    const void *input, void *output, unsigned long frames, const struct times *times,
    unsigned long status, void *sink);

int soundwatch_run_capture_callback(
    const void *input, unsigned long frames, double capture_time, int has_overflowed, void *sink)
    __attribute__((nonblocking)) {
  struct times times = {capture_time, capture_time, 0};
  return soundwatch_capture_callback(input, 0, frames, &times, has_overflowed ? 2 : 0, sink);
}

void soundwatch_run_nonblocking(void (*body)(void)) __attribute__((nonblocking)) { body(); }
