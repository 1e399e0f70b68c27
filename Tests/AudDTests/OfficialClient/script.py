"""Runs AudD's own client through a script against a server of this machine and prints what it saw, one
JSON value a line. Tests/AudDTests/OfficialClientTests.swift runs the same script with ours.

Usage: script.py PORT
"""

import json
import sys
import warnings

import httpx
from audd import AudD
from audd import errors

port = int(sys.argv[1])
warnings.simplefilter("ignore", DeprecationWarning)


class ToThisMachine(httpx.BaseTransport):
    """Sends everything to the port; the Host header keeps the real name, which says which server."""

    def __init__(self):
        self.inner = httpx.HTTPTransport()

    def handle_request(self, request):
        request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=port)
        return self.inner.handle_request(request)


KINDS = {
    errors.AudDAuthenticationError: "authentication",
    errors.AudDQuotaError: "quota",
    errors.AudDCustomCatalogAccessError: "customCatalogAccess",
    errors.AudDSubscriptionError: "subscription",
    errors.AudDInvalidRequestError: "invalidRequest",
    errors.AudDInvalidAudioError: "invalidAudio",
    errors.AudDRateLimitError: "rateLimit",
    errors.AudDStreamLimitError: "streamLimit",
    errors.AudDNotReleasedError: "notReleased",
    errors.AudDBlockedError: "blocked",
    errors.AudDNeedsUpdateError: "needsUpdate",
}


def failed(error):
    if isinstance(error, errors.AudDServerError):
        return {"error": "server", "code": error.error_code, "status": error.http_status}
    if isinstance(error, errors.AudDAPIError):
        return {
            "error": KINDS[type(error)],
            "code": error.error_code,
            "status": error.http_status,
            "request": error.request_id is not None,
            "branded": error.branded_message,
            "params": error.requested_params,
        }
    return {"error": type(error).__name__}


def say(name, call, show=lambda value: value):
    try:
        seen = show(call())
    except errors.AudDError as error:
        seen = failed(error)
    print(json.dumps({name: seen}, sort_keys=True), flush=True)


def song(result):
    if result is None:
        return None
    return {
        "artist": result.artist,
        "title": result.title,
        "timecode": result.timecode,
        "release_date": result.release_date,
        "audio_id": result.audio_id,
        "custom": result.is_custom_match,
        "thumbnail": result.thumbnail_url,
        "links": result.streaming_urls(),
        "preview": result.preview_url(),
        "track": result.apple_music.trackNumber if result.apple_music else None,
        "popularity": result.spotify.popularity if result.spotify else None,
    }


def match(value):
    return {
        "title": value.title,
        "score": value.score,
        "start_offset": value.start_offset,
        "start": value.start_seconds,
        "end": value.end_seconds,
    }


clip = bytes(index * 7 % 256 for index in range(5000))
audd = AudD("tok", backoff_factor=0, httpx_client=httpx.Client(transport=ToThisMachine()))
streams = audd.streams
address = "https://audd.tech/example.mp3"

say("address", lambda: audd.recognize(address, return_metadata=["apple_music", "spotify"], market="GB"), song)
say("bytes", lambda: audd.recognize(clip), song)
say("nothing", lambda: audd.recognize("https://audd.tech/nothing.mp3"), song)
say("own", lambda: audd.recognize("https://audd.tech/own-catalog.mp3"), song)
say("long", lambda: audd.recognize_enterprise(clip, limit=2, skip=4, every=1, skip_first_seconds=3),
    lambda found: [match(value) for value in found])
say("no callback", streams.get_callback_url)
say("set callback", lambda: streams.set_callback_url("https://h/cb?x=1", return_metadata=["apple_music", "spotify"]))
say("callback", streams.get_callback_url)
say("add", lambda: streams.add("https://radio/a b?c=d&e", 7))
say("add before", lambda: streams.add("twitch:channel", 8, callbacks="before"))
say("set", lambda: streams.set_url(7, "https://radio/new"))
say("list", streams.list, lambda found: [[value.radio_id, value.url, value.stream_running] for value in found])
say("delete", lambda: streams.delete(8))
say("category", lambda: streams.derive_longpoll_category(7))
with streams.longpoll(radio_id=7, timeout=10) as poll:
    event = next(iter(poll.matches))
    print(json.dumps({"match": [event.radio_id, event.play_length, event.song.title,
                                [value.title for value in event.alternatives]]}), flush=True)
say("upload", lambda: audd.custom_catalog.add(42, clip))
say("lyrics", lambda: audd.advanced.find_lyrics("la la"), lambda found: [[value.lyrics, value.song_id] for value in found])
say("raw", lambda: audd.advanced.raw_request("getLinks", {"audd_id": "12345"}))
for number in range(int(sys.argv[2])):
    say(f"refused {number}", lambda: audd.recognize(clip), song)
say("refused upload", lambda: audd.custom_catalog.add(43, clip))
