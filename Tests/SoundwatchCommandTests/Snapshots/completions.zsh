#compdef soundwatch
# Completions of soundwatch for zsh, printed by "soundwatch completions zsh".
_soundwatch() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \
    '-h[Show help]' \
    '--help[Show help]' \
    '--version[Show the version]' \
    '1:command:->command' \
    '*::argument:->argument'
  case $state in
  command)
    local -a commands
    commands=(
      'analyze:label the sound of files, folders, URLs or standard input'
      'mic:label what a microphone hears'
      'listen:label a radio station or another live stream'
      'train:teach a model labels of your own'
      'signature:make signatures of recordings'
      'catalog:make and look after catalogs of recordings'
      'match:tell which recordings of a catalog inputs are'
      'monitor:list what plays from when to when in broadcasts'
      'history:list, export or clear what was recognized'
      'recognize:ask the AudD service which song it is'
      'help:show help for a command'
      'completions:print completions for bash, zsh or fish'
      'manual:print the manual page'
    )
    _describe command commands
    ;;
  argument)
    case $words[1] in
    analyze)
      _arguments -S \
    '-f+[How results are written\: text, json, jsonl, csv, rttm, audacity, srt, textgrid]:format:(text json jsonl csv rttm audacity srt textgrid)' \
    '--format=[How results are written\: text, json, jsonl, csv, rttm, audacity, srt, textgrid]:format:(text json jsonl csv rttm audacity srt textgrid)' \
    '-o+[Write one result file for each input into DIR instead of the standard output]:dir:_files -/' \
    '--output=[Write one result file for each input into DIR instead of the standard output]:dir:_files -/' \
    '--segments[Report stretches of one label each]' \
    '--windows[Report windows of equal length, each with the scores of all labels]' \
    '--window=[The length of a window, 0.1 to 15]:seconds: ' \
    '--overlap=[The part of a window that the next one covers too, from 0 to below 1]:factor: ' \
    '--labels=[Report only these labels, separated by commas]:labels:_values -s , label speech music singing noise silence' \
    '--threshold=[Report only what is at least so certain, from 0 to 1]:score: ' \
    '--channel=[What is heard of a sound with several channels\: the first, the average of all, each by itself, or one by its number from 0]:which:(first average each)' \
    '--track=[The audio track of a video or container, counted from 0]:n: ' \
    '--start=[Where to begin\: seconds, m\:ss or h\:mm\:ss.mmm]:time: ' \
    '--end=[Where to stop\: seconds, m\:ss or h\:mm\:ss.mmm]:time: ' \
    '--raw-format=[The standard input is raw samples\: s16le, s24le, s32le, f32le or f64le, then the rate, then the number of channels, such as s16le\:48000\:2]:spec:(s16le\:16000\:1 s16le\:44100\:2 s16le\:48000\:2)' \
    '-c+[Also tell which recordings of this catalog are heard\: a file or a store]:catalog:_files' \
    '--catalog=[Also tell which recordings of this catalog are heard\: a file or a store]:catalog:_files' \
    '--recognizer=[Also ask a service, after all catalogs\: audd sends up to 12 seconds at a time of what is heard as music or singing to https\://audd.io, and nothing that is heard as speech]:service:(audd)' \
    '--token-file=[The file that holds the token of the service]:file:_files' \
    '--model=[Use this model instead of the bundled one]:file:_files' \
    '-j+[How many inputs are analyzed at a time]:n: ' \
    '--jobs=[How many inputs are analyzed at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what each input is and how fast it was analyzed]' \
    '--verbose[Also say what each input is and how fast it was analyzed]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    mic)
      _arguments -S \
    '-d+[The microphone\: a part of its name, in capitals or not, or its number in the list]:device: ' \
    '--device=[The microphone\: a part of its name, in capitals or not, or its number in the list]:device: ' \
    '-l[List the microphones and end\: number, name, audio system, channels, rate and latency]' \
    '--list-devices[List the microphones and end\: number, name, audio system, channels, rate and latency]' \
    '--rate=[The sample rate]:hertz: ' \
    '--channels=[How many channels are opened and recorded]:n: ' \
    '--channel=[What is heard of several channels\: the first, the average of all, or one by its number from 0]:which:(first average)' \
    '--window=[The length of the windows behind the bars of the screen, 0.1 to 15]:seconds: ' \
    '--labels=[Report only these labels, separated by commas]:labels:_values -s , label speech music singing noise silence' \
    '--threshold=[Report only segments and windows that are at least so certain, from 0 to 1]:score: ' \
    '-r+[Also record the sound into FILE, a WAV file in the sound'\''s own format]:file:_files' \
    '--record=[Also record the sound into FILE, a WAV file in the sound'\''s own format]:file:_files' \
    '--force[Let --record replace a file]' \
    '-t+[End after this time\: seconds, m\:ss or h\:mm\:ss]:time: ' \
    '--duration=[End after this time\: seconds, m\:ss or h\:mm\:ss]:time: ' \
    '--reconnect[When the source goes away, wait for it and go on, with longer and longer pauses between attempts]' \
    '--json[Write a JSON object for each event, a line each\: labels that begin, segments that have ended, recordings that were recognized and that are over (musicStarted, music), titles, lost frames, and a summary at the end]' \
    '-c+[Also tell which recordings of this catalog are heard\: a file or a store]:catalog:_files' \
    '--catalog=[Also tell which recordings of this catalog are heard\: a file or a store]:catalog:_files' \
    '--recognizer=[Also ask a service, after all catalogs\: audd sends up to 12 seconds at a time of what is heard as music or singing to https\://audd.io, and nothing that is heard as speech]:service:(audd)' \
    '--token-file=[The file that holds the token of the service]:file:_files' \
    '--model=[Use this model instead of the bundled one]:file:_files' \
    '-q[Say nothing but results and errors\: no warnings, no summary]' \
    '--quiet[Say nothing but results and errors\: no warnings, no summary]' \
    '-v[Also say what was opened, and let the audio system'\''s own messages through]' \
    '--verbose[Also say what was opened, and let the audio system'\''s own messages through]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:: :'
      ;;
    listen)
      _arguments -S \
    '--raw-format=[The standard input is raw samples\: s16le, s24le, s32le, f32le or f64le, then the rate, then the number of channels, such as s16le\:48000\:2]:spec:(s16le\:16000\:1 s16le\:44100\:2 s16le\:48000\:2)' \
    '--channel=[What is heard of several channels\: the first, the average of all, or one by its number from 0]:which:(first average)' \
    '--window=[The length of the windows behind the bars of the screen, 0.1 to 15]:seconds: ' \
    '--labels=[Report only these labels, separated by commas]:labels:_values -s , label speech music singing noise silence' \
    '--threshold=[Report only segments and windows that are at least so certain, from 0 to 1]:score: ' \
    '-r+[Also record the sound into FILE, a WAV file in the sound'\''s own format]:file:_files' \
    '--record=[Also record the sound into FILE, a WAV file in the sound'\''s own format]:file:_files' \
    '--force[Let --record replace a file]' \
    '-t+[End after this time\: seconds, m\:ss or h\:mm\:ss]:time: ' \
    '--duration=[End after this time\: seconds, m\:ss or h\:mm\:ss]:time: ' \
    '--reconnect[When the source goes away, wait for it and go on, with longer and longer pauses between attempts]' \
    '--json[Write a JSON object for each event, a line each\: labels that begin, segments that have ended, recordings that were recognized and that are over (musicStarted, music), titles, lost frames, and a summary at the end]' \
    '-c+[Also tell which recordings of this catalog are heard\: a file or a store]:catalog:_files' \
    '--catalog=[Also tell which recordings of this catalog are heard\: a file or a store]:catalog:_files' \
    '--recognizer=[Also ask a service, after all catalogs\: audd sends up to 12 seconds at a time of what is heard as music or singing to https\://audd.io, and nothing that is heard as speech]:service:(audd)' \
    '--token-file=[The file that holds the token of the service]:file:_files' \
    '--model=[Use this model instead of the bundled one]:file:_files' \
    '-q[Say nothing but results and errors\: no warnings, no summary]' \
    '--quiet[Say nothing but results and errors\: no warnings, no summary]' \
    '-v[Also say what was opened, and let the audio system'\''s own messages through]' \
    '--verbose[Also say what was opened, and let the audio system'\''s own messages through]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    train)
      _arguments -S \
    '-o+[Where to write the model, such as my.soundmodel]:file:_files' \
    '--output=[Where to write the model, such as my.soundmodel]:file:_files' \
    '--force[Replace the file if there is one]' \
    '--name=[What the model is called]:name: ' \
    '--validation=[The share of each label'\''s files that is held out for testing, 0.05 to 0.5]:share: ' \
    '--window=[Test on windows of this length, 0.1 to 15, instead of whole files]:seconds: ' \
    '--epochs=[How many times the files are learned from at the most]:n: ' \
    '--seed=[Chooses which files are held out]:n: ' \
    '--model=[Build upon this model instead of the bundled one]:file:_files' \
    '-j+[How many files are read at a time]:n: ' \
    '--jobs=[How many files are read at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings, no report]' \
    '--quiet[Say nothing but errors\: no progress, no warnings, no report]' \
    '-v[Also say how training went on]' \
    '--verbose[Also say how training went on]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    signature)
      _arguments -S \
    '-o+[Where to write]:path:_files' \
    '--output=[Where to write]:path:_files' \
    '--force[Begin anew, and replace what is there]' \
    '-f+[How results are written\: text, json, csv]:format:(text json csv)' \
    '--format=[How results are written\: text, json, csv]:format:(text json csv)' \
    '--from=[Where the signature begins\: seconds, m\:ss or h\:mm\:ss.mmm]:time: ' \
    '--duration=[How long the signature is]:time: ' \
    '--stride=[Make signatures of --duration one after another, each beginning so much later than the one before]:time: ' \
    '-i+[A recording, a folder of recordings, or a signature]:file:_files' \
    '--input=[A recording, a folder of recordings, or a signature]:file:_files' \
    '--raw-format=[The standard input is raw samples\: s16le, s24le, s32le, f32le or f64le, then the rate, then the number of channels, such as s16le\:48000\:2]:spec:(s16le\:16000\:1 s16le\:44100\:2 s16le\:48000\:2)' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    catalog|custom-catalog)
      _arguments -C '1:verb:->verb' '*::argument:->argument'
      case $state in
      verb)
        local -a verbs
        verbs=(
    'create:make a catalog of recordings and signatures'
    'add:add recordings and signatures that are new'
    'update:add, renew and replace'
    'remove:remove media items and their recordings'
    'display:list the media items of a catalog'
    'export:write signatures and media items as files'
    'merge:make one catalog of several'
    'stats:count what a catalog holds'
    'verify:check a catalog, and find recordings that share sound'
    'compact:give back the space of what was removed'
        )
        _describe verb verbs
        ;;
      argument)
        case $words[1] in
    create)
      _arguments -S \
    '-o+[Where to write]:path:_files' \
    '--output=[Where to write]:path:_files' \
    '--store[Make a store, a folder for large and changing catalogs, instead of one file]' \
    '--force[Begin anew, and replace what is there]' \
    '-i+[A recording, a folder of recordings, or a signature]:file:_files' \
    '--input=[A recording, a folder of recordings, or a signature]:file:_files' \
    '-m+[A CSV file with what the recordings are\: a row for each media item]:file:_files' \
    '--media-items=[A CSV file with what the recordings are\: a row for each media item]:file:_files' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    add)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-i+[A recording, a folder of recordings, or a signature]:file:_files' \
    '--input=[A recording, a folder of recordings, or a signature]:file:_files' \
    '-m+[A CSV file with what the recordings are\: a row for each media item]:file:_files' \
    '--media-items=[A CSV file with what the recordings are\: a row for each media item]:file:_files' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    update)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-i+[A recording, a folder of recordings, or a signature]:file:_files' \
    '--input=[A recording, a folder of recordings, or a signature]:file:_files' \
    '-m+[A CSV file with what the recordings are\: a row for each media item]:file:_files' \
    '--media-items=[A CSV file with what the recordings are\: a row for each media item]:file:_files' \
    '--prune[Also remove what was made from files that are gone]' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    remove)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '--id=[The item with this identity]:uuid: ' \
    '--title=[Items with this title]:text: ' \
    '--artist=[Items with this artist]:text: ' \
    '--source=[What was made from this file, or from files in this folder]:file:_files' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:: :'
      ;;
    display)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-f+[How results are written\: text, json, csv]:format:(text json csv)' \
    '--format=[How results are written\: text, json, csv]:format:(text json csv)' \
    '--id=[The item with this identity]:uuid: ' \
    '--title=[Items with this title]:text: ' \
    '--artist=[Items with this artist]:text: ' \
    '--source=[What was made from this file, or from files in this folder]:file:_files' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    export)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-o+[Where to write]:path:_files' \
    '--output=[Where to write]:path:_files' \
    '--force[Begin anew, and replace what is there]' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    merge)
      _arguments -S \
    '-o+[Where to write]:path:_files' \
    '--output=[Where to write]:path:_files' \
    '--store[Make a store, a folder for large and changing catalogs, instead of one file]' \
    '--force[Begin anew, and replace what is there]' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    stats)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-f+[How results are written\: text, json]:format:(text json)' \
    '--format=[How results are written\: text, json]:format:(text json)' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    verify)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-f+[How results are written\: text, json, csv]:format:(text json csv)' \
    '--format=[How results are written\: text, json, csv]:format:(text json csv)' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    compact)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
        esac
        ;;
      esac
      ;;
    match)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-f+[How results are written\: text, json, jsonl, csv]:format:(text json jsonl csv)' \
    '--format=[How results are written\: text, json, jsonl, csv]:format:(text json jsonl csv)' \
    '--all[Also report the other places of a recording at which the sound occurs in it]' \
    '-n+[Report so many at the most]:n: ' \
    '--limit=[Report so many at the most]:n: ' \
    '--threshold=[Report only what is at least so certain, from 0 to 1]:confidence: ' \
    '-i+[A recording, a folder of recordings, or a signature]:file:_files' \
    '--input=[A recording, a folder of recordings, or a signature]:file:_files' \
    '--raw-format=[The standard input is raw samples\: s16le, s24le, s32le, f32le or f64le, then the rate, then the number of channels, such as s16le\:48000\:2]:spec:(s16le\:16000\:1 s16le\:44100\:2 s16le\:48000\:2)' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    monitor)
      _arguments -S \
    '-c+[The catalog\: a file or a store]:catalog:_files' \
    '--catalog=[The catalog\: a file or a store]:catalog:_files' \
    '-f+[How results are written\: text, json, jsonl, csv, cue]:format:(text json jsonl csv cue)' \
    '--format=[How results are written\: text, json, jsonl, csv, cue]:format:(text json jsonl csv cue)' \
    '--threshold=[Report only what is at least so certain, from 0 to 1]:confidence: ' \
    '-i+[A recording, a folder of recordings, or a signature]:file:_files' \
    '--input=[A recording, a folder of recordings, or a signature]:file:_files' \
    '--raw-format=[The standard input is raw samples\: s16le, s24le, s32le, f32le or f64le, then the rate, then the number of channels, such as s16le\:48000\:2]:spec:(s16le\:16000\:1 s16le\:44100\:2 s16le\:48000\:2)' \
    '-j+[How many inputs are worked on at a time]:n: ' \
    '--jobs=[How many inputs are worked on at a time]:n: ' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-v[Also say what is done with each input]' \
    '--verbose[Also say what is done with each input]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    history)
      _arguments -S \
    '-f+[How results are written\: text, json, csv]:format:(text json csv)' \
    '--format=[How results are written\: text, json, csv]:format:(text json csv)' \
    '-n+[Report so many at the most]:n: ' \
    '--limit=[Report so many at the most]:n: ' \
    '--application=[The program whose history is meant]:name: ' \
    '--clear[Forget the history]' \
    '-q[Say nothing but errors\: no progress, no warnings]' \
    '--quiet[Say nothing but errors\: no progress, no warnings]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:: :'
      ;;
    recognize)
      _arguments -S \
    '-f+[How results are written\: text, json, csv]:format:(text json csv)' \
    '--format=[How results are written\: text, json, csv]:format:(text json csv)' \
    '--services=[Also ask what these know, separated by commas\: apple_music, spotify, deezer, napster, musicbrainz]:names:_values -s , label apple_music spotify deezer napster musicbrainz' \
    '--market=[The country whose Apple Music is asked, such as GB]:country: ' \
    '--token-file=[The file that holds the token]:file:_files' \
    '--start=[Where the clip begins\: seconds, m\:ss or h\:mm\:ss.mmm]:time: ' \
    '--every=[Send a clip each time so much of the input has passed, to its end, instead of one]:time: ' \
    '--raw-format=[The standard input holds samples without a header, such as s16le\:44100\:2]:format: ' \
    '-q[Say nothing but results and errors]' \
    '--quiet[Say nothing but results and errors]' \
    '-v[Also say what is sent]' \
    '--verbose[Also say what is sent]' \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:input:_files'
      ;;
    help)
      _arguments -S \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '1:word:(analyze mic listen train signature catalog match monitor history recognize help completions manual)'
      ;;
    completions)
      _arguments -S \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '1:word:(bash zsh fish)'
      ;;
    manual)
      _arguments -S \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '*:: :'
      ;;
    esac
    ;;
  esac
}
if [[ $funcstack[1] == _soundwatch ]]; then
  _soundwatch "$@"
else
  compdef _soundwatch soundwatch
fi
