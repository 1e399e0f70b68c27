#pragma once

#include <dlfcn.h>
#include <portaudio.h>
#include <stdarg.h>
#include <stddef.h>

// While PortAudio looks for devices, ALSA and JACK write dozens of lines about what a machine does not
// have to the standard error stream. Both can be told not to. Neither is linked: the symbols are looked
// up among what PortAudio has loaded.

typedef void (*soundwatch_alsa_handler)(
    const char *file, int line, const char *function, int error, const char *format, va_list arguments);
typedef void (*soundwatch_jack_handler)(const char *message);

static inline void soundwatch_ignore_alsa(
    const char *file, int line, const char *function, int error, const char *format,
    va_list arguments) {
  (void)file; (void)line; (void)function; (void)error; (void)format; (void)arguments;
}

static inline void soundwatch_ignore_jack(const char *message) { (void)message; }

// What is silenced, to be put back as it was.
typedef struct {
  soundwatch_alsa_handler alsa;
  soundwatch_jack_handler jack_error, jack_info;
} soundwatch_chatter;

// ALSA's handler is the calling thread's own. A null handler is the default.
static inline soundwatch_alsa_handler soundwatch_set_alsa_handler(soundwatch_alsa_handler handler) {
  soundwatch_alsa_handler (*set)(soundwatch_alsa_handler) =
      (soundwatch_alsa_handler (*)(soundwatch_alsa_handler))dlsym(RTLD_DEFAULT, "snd_lib_error_set_local");
  return set ? set(handler) : NULL;
}

// JACK has one handler for the whole process, in a variable that is read before it is replaced.
static inline soundwatch_jack_handler soundwatch_set_jack_handler(
    const char *name, soundwatch_jack_handler handler) {
  soundwatch_jack_handler *place = (soundwatch_jack_handler *)dlsym(RTLD_DEFAULT, name);
  if (place == NULL) return NULL;
  soundwatch_jack_handler old = *place;
  if (handler != NULL) *place = handler;
  return old;
}

static inline soundwatch_chatter soundwatch_silence(void) {
  return (soundwatch_chatter){
      soundwatch_set_alsa_handler(soundwatch_ignore_alsa),
      soundwatch_set_jack_handler("jack_error_callback", soundwatch_ignore_jack),
      soundwatch_set_jack_handler("jack_info_callback", soundwatch_ignore_jack)};
}

static inline void soundwatch_end_silence(soundwatch_chatter before) {
  soundwatch_set_alsa_handler(before.alsa);
  soundwatch_set_jack_handler("jack_error_callback", before.jack_error);
  soundwatch_set_jack_handler("jack_info_callback", before.jack_info);
}
