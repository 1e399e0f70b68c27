#pragma once

#include <dlfcn.h>
#include <portaudio.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

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

// PortAudio opens every device that ALSA has a definition of, to see what it can do. The one of the
// surround sound encoder "a52" cannot capture, but opening it loads libavcodec with all that it needs in
// turn: 13 megabytes of memory and the tenth of a second, measured on Debian 12. So it is taken out of
// ALSA's definitions while PortAudio looks around.
static inline void soundwatch_hide_encoder(void) {
  int (*update)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "snd_config_update");
  int (*search)(void *, const char *, void **) =
      (int (*)(void *, const char *, void **))dlsym(RTLD_DEFAULT, "snd_config_search");
  int (*remove)(void *) = (int (*)(void *))dlsym(RTLD_DEFAULT, "snd_config_delete");
  void **definitions = (void **)dlsym(RTLD_DEFAULT, "snd_config");
  void *encoder = NULL;
  if (!update || !search || !remove || !definitions || update() < 0) return;
  if (search(*definitions, "pcm.a52", &encoder) >= 0) remove(encoder);
}

// Makes ALSA read its definitions anew when it needs them next.
static inline void soundwatch_end_hiding(void) {
  int (*forget)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "snd_config_update_free_global");
  if (forget) forget();
}

// When a device is lost, PortAudio's audio thread prints which of its own lines has failed. It offers no
// means against it, so its messages are left out on their way to the standard error stream. All others
// pass.

#ifdef __GLIBC__
static inline ssize_t soundwatch_pass_on(void *cookie, const char *text, size_t size) {
  static const char beginning[] = "Expression '", middle[] = "' failed in 'src/";
  (void)cookie;
  // PortAudio gives each message as a whole.
  if (size > strlen(beginning) && memcmp(text, beginning, strlen(beginning)) == 0) {
    for (size_t place = 0; place + strlen(middle) <= size; place++) {
      if (memcmp(text + place, middle, strlen(middle)) == 0) return (ssize_t)size;
    }
  }
  return write(STDERR_FILENO, text, size);
}

// The functions behind a stream of the program's own, as <stdio.h> declares them only for GNU programs.
typedef struct {
  ssize_t (*read)(void *, char *, size_t);
  ssize_t (*write)(void *, const char *, size_t);
  int (*seek)(void *, int64_t *, int);
  int (*close)(void *);
} soundwatch_stream_functions;

// A stream that leaves PortAudio's messages out, or null. It stays for good: another thread may be writing
// to it at any time.
static inline void *soundwatch_make_filter(void) {
  FILE *(*open)(void *, const char *, soundwatch_stream_functions) =
      (FILE * (*)(void *, const char *, soundwatch_stream_functions)) dlsym(RTLD_DEFAULT, "fopencookie");
  soundwatch_stream_functions functions = {NULL, soundwatch_pass_on, NULL, NULL};
  FILE *filter = open ? open(NULL, "w", functions) : NULL;
  if (filter != NULL) setvbuf(filter, NULL, _IONBF, 0);
  return filter;
}

// Puts a stream in the place of the standard error stream.
// Returns what was there.
static inline void *soundwatch_exchange_error_stream(void *stream) {
  FILE *before = stderr;
  if (stream != NULL) stderr = (FILE *)stream;
  return before;
}
#else
// Elsewhere the standard error stream is a constant.
static inline void *soundwatch_make_filter(void) { return NULL; }
static inline void *soundwatch_exchange_error_stream(void *stream) { (void)stream; return NULL; }
#endif
