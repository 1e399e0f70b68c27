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
      'train:teach a model labels of your own'
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
    help)
      _arguments -S \
    '-h[Show this help]' \
    '--help[Show this help]' \
    '1:word:(analyze train help completions manual)'
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
