// FFmpeg's demuxers and decoders. The headers are in the compiler's default path on Debian.
//
// The libraries are loaded when something of them is first called, not with the program: with all that
// they need in turn they take 23 megabytes of memory, which a program that listens to a microphone can
// do without.
#ifndef SOUNDWATCH_CFFMPEG_H
#define SOUNDWATCH_CFFMPEG_H

// Builds without media files do not need the headers.
#if __has_include(<libavformat/avformat.h>)

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>

// What is missing, in the words of the dynamic linker, or null when FFmpeg is there.
const char *soundwatch_ffmpeg_problem(void);

// Macros with casts or computed values, which Swift does not import.
static inline int soundwatch_averror_eof(void) { return AVERROR_EOF; }
static inline int soundwatch_averror_exit(void) { return AVERROR_EXIT; }
static inline int soundwatch_averror_eagain(void) { return AVERROR(EAGAIN); }
static inline int soundwatch_averror_invaliddata(void) { return AVERROR_INVALIDDATA; }
static inline int soundwatch_averror_protocol_not_found(void) { return AVERROR_PROTOCOL_NOT_FOUND; }
static inline int soundwatch_averror_http_unauthorized(void) { return AVERROR_HTTP_UNAUTHORIZED; }
static inline int soundwatch_averror_http_forbidden(void) { return AVERROR_HTTP_FORBIDDEN; }
static inline int soundwatch_averror_http_not_found(void) { return AVERROR_HTTP_NOT_FOUND; }
static inline int soundwatch_averror_http_bad_request(void) { return AVERROR_HTTP_BAD_REQUEST; }
static inline int soundwatch_averror_http_other_4xx(void) { return AVERROR_HTTP_OTHER_4XX; }
static inline int soundwatch_averror_http_server_error(void) { return AVERROR_HTTP_SERVER_ERROR; }
static inline int64_t soundwatch_nopts_value(void) { return AV_NOPTS_VALUE; }

// AVERROR() negates errno codes on POSIX; this is its inverse, zero for FFmpeg's own codes.
static inline int soundwatch_errno_of(int error) {
  return error < 0 && error > -4096 ? AVUNERROR(error) : 0;
}

// AVERROR() is its own inverse; a read callback answers with it.
static inline int soundwatch_averror(int number) { return AVERROR(number); }

#endif
#endif
