#pragma once

// Calls SoundCapture's own callback, the symbol that PortAudio is given, from a function that must not
// block: from its start to its end the realtime sanitizer watches the thread.
int soundwatch_run_capture_callback(
    const void *input, unsigned long frames, double capture_time, int has_overflowed, void *sink);

// The same for a function that does what it must not.
void soundwatch_run_nonblocking(void (*body)(void));
