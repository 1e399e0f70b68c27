// Stands in for the functions of FFmpeg's libraries that this package calls. Each loads the libraries
// when they are needed first, and passes the call on.
#include "CFFmpeg.h"

#if __has_include(<libavformat/avformat.h>)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// libavformat brings libavcodec and libavutil along. The number is the one of the headers: structures
// differ from one to the next.
#define NAME_OF(major) "libavformat.so." AV_STRINGIFY(major)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;
static char problem[512];

static void load(void) {
  library = dlopen(NAME_OF(LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!library) snprintf(problem, sizeof problem, "%s", dlerror());
}

const char *soundwatch_ffmpeg_problem(void) {
  pthread_once(&once, load);
  return library ? NULL : problem;
}

static void *find(const char *name) {
  const char *text = soundwatch_ffmpeg_problem();
  void *function = text ? NULL : dlsym(library, name);
  if (!function) {
    // Whoever opens a file has asked for the problem before, so this is a library that lies about its
    // version.
    fprintf(stderr, "FFmpeg has no %s: %s\n", name, text ? text : dlerror());
    abort();
  }
  return function;
}

// The pointer is found by whoever comes first; who comes at the same time finds the same.
#define FORWARD(name, result, parameters, arguments) \
  result name parameters { \
    static _Atomic(__typeof__(name) *) found; \
    __typeof__(name) *function = found; \
    if (!function) found = function = (__typeof__(name) *)find(#name); \
    return function arguments; \
  }
#define FORWARD_VOID(name, parameters, arguments) \
  void name parameters { \
    static _Atomic(__typeof__(name) *) found; \
    __typeof__(name) *function = found; \
    if (!function) found = function = (__typeof__(name) *)find(#name); \
    function arguments; \
  }

// libavutil
FORWARD(av_dict_get, AVDictionaryEntry *,
        (const AVDictionary *m, const char *key, const AVDictionaryEntry *previous, int flags),
        (m, key, previous, flags))
FORWARD(av_dict_set, int, (AVDictionary **m, const char *key, const char *value, int flags),
        (m, key, value, flags))
FORWARD_VOID(av_dict_free, (AVDictionary **m), (m))
FORWARD(av_frame_alloc, AVFrame *, (void), ())
FORWARD_VOID(av_frame_free, (AVFrame **frame), (frame))
FORWARD(av_malloc, void *, (size_t size), (size))
FORWARD_VOID(av_free, (void *memory), (memory))
FORWARD(av_get_bytes_per_sample, int, (enum AVSampleFormat format), (format))
FORWARD(av_sample_fmt_is_planar, int, (enum AVSampleFormat format), (format))
FORWARD_VOID(av_log_set_level, (int level), (level))
FORWARD(av_opt_set, int, (void *object, const char *name, const char *value, int flags),
        (object, name, value, flags))
FORWARD(av_opt_get, int, (void *object, const char *name, int flags, uint8_t **value),
        (object, name, flags, value))
FORWARD(av_opt_get_dict_val, int, (void *object, const char *name, int flags, AVDictionary **value),
        (object, name, flags, value))
FORWARD(av_opt_set_dict_val, int,
        (void *object, const char *name, const AVDictionary *value, int flags),
        (object, name, value, flags))
FORWARD(av_rescale_q, int64_t, (int64_t a, AVRational from, AVRational to), (a, from, to))
FORWARD(av_strerror, int, (int number, char *text, size_t size), (number, text, size))

// libavcodec
FORWARD(av_packet_alloc, AVPacket *, (void), ())
FORWARD_VOID(av_packet_free, (AVPacket **packet), (packet))
FORWARD_VOID(av_packet_unref, (AVPacket *packet), (packet))
FORWARD(avcodec_alloc_context3, AVCodecContext *, (const AVCodec *codec), (codec))
FORWARD_VOID(avcodec_free_context, (AVCodecContext **context), (context))
FORWARD(avcodec_find_decoder, const AVCodec *, (enum AVCodecID codec), (codec))
FORWARD(avcodec_get_name, const char *, (enum AVCodecID codec), (codec))
FORWARD(avcodec_open2, int,
        (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
        (context, codec, options))
FORWARD(avcodec_parameters_to_context, int,
        (AVCodecContext *context, const AVCodecParameters *parameters), (context, parameters))
FORWARD(avcodec_send_packet, int, (AVCodecContext *context, const AVPacket *packet),
        (context, packet))
FORWARD(avcodec_receive_frame, int, (AVCodecContext *context, AVFrame *frame), (context, frame))
FORWARD_VOID(avcodec_flush_buffers, (AVCodecContext *context), (context))

// libavformat
FORWARD(av_demuxer_iterate, const AVInputFormat *, (void **position), (position))
FORWARD(av_find_best_stream, int,
        (AVFormatContext *context, enum AVMediaType type, int wanted, int related,
         const AVCodec **decoder, int flags),
        (context, type, wanted, related, decoder, flags))
FORWARD(av_probe_input_buffer2, int,
        (AVIOContext *input, const AVInputFormat **format, const char *url, void *log,
         unsigned int offset, unsigned int size),
        (input, format, url, log, offset, size))
FORWARD(av_read_frame, int, (AVFormatContext *context, AVPacket *packet), (context, packet))
FORWARD(av_seek_frame, int,
        (AVFormatContext *context, int stream, int64_t timestamp, int flags),
        (context, stream, timestamp, flags))
FORWARD(avformat_alloc_context, AVFormatContext *, (void), ())
FORWARD(avformat_open_input, int,
        (AVFormatContext **context, const char *url, const AVInputFormat *format,
         AVDictionary **options),
        (context, url, format, options))
FORWARD(avformat_find_stream_info, int, (AVFormatContext *context, AVDictionary **options),
        (context, options))
FORWARD_VOID(avformat_close_input, (AVFormatContext **context), (context))

// Since FFmpeg 7 what is written is constant.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define WRITTEN const uint8_t
#else
#define WRITTEN uint8_t
#endif
FORWARD(avio_alloc_context, AVIOContext *,
        (unsigned char *buffer, int size, int writes, void *opaque,
         int (*read)(void *, uint8_t *, int), int (*write)(void *, WRITTEN *, int),
         int64_t (*seek)(void *, int64_t, int)),
        (buffer, size, writes, opaque, read, write, seek))
FORWARD_VOID(avio_context_free, (AVIOContext **input), (input))
FORWARD(avio_open, int, (AVIOContext **input, const char *url, int flags), (input, url, flags))
FORWARD(avio_open2, int,
        (AVIOContext **input, const char *url, int flags, const AVIOInterruptCB *interrupt,
         AVDictionary **options),
        (input, url, flags, interrupt, options))
FORWARD(avio_read_partial, int, (AVIOContext *input, unsigned char *target, int size),
        (input, target, size))
FORWARD(avio_closep, int, (AVIOContext **input), (input))

#endif
