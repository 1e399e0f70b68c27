# Completions of soundwatch for bash, printed by "soundwatch completions bash".
_soundwatch() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  # Bash cuts --option=value at the equals sign.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "analyze mic listen train signature catalog match monitor history recognize help completions manual --help --version" -- "$current"))
    return
  fi
  case ${COMP_WORDS[1]} in
  analyze)
    case $previous in
    -f|--format)
      COMPREPLY=($(compgen -W "text json jsonl csv rttm audacity srt textgrid" -- "$current"))
      return
      ;;
    -o|--output)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return
      ;;
    --window)
      :
      return
      ;;
    --overlap)
      :
      return
      ;;
    --labels)
      COMPREPLY=($(compgen -W "speech music singing noise silence" -- "$current"))
      return
      ;;
    --threshold)
      :
      return
      ;;
    --channel)
      COMPREPLY=($(compgen -W "first average each" -- "$current"))
      return
      ;;
    --track)
      :
      return
      ;;
    --start)
      :
      return
      ;;
    --end)
      :
      return
      ;;
    --raw-format)
      COMPREPLY=($(compgen -W "s16le:16000:1 s16le:44100:2 s16le:48000:2" -- "$current"))
      return
      ;;
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --recognizer)
      COMPREPLY=($(compgen -W "audd" -- "$current"))
      return
      ;;
    --token-file)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --model)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--format --output --segments --windows --window --overlap --labels --threshold --channel --track --start --end --raw-format --catalog --recognizer --token-file --model --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  mic)
    case $previous in
    -d|--device)
      :
      return
      ;;
    --rate)
      :
      return
      ;;
    --channels)
      :
      return
      ;;
    --channel)
      COMPREPLY=($(compgen -W "first average" -- "$current"))
      return
      ;;
    --window)
      :
      return
      ;;
    --labels)
      COMPREPLY=($(compgen -W "speech music singing noise silence" -- "$current"))
      return
      ;;
    --threshold)
      :
      return
      ;;
    -r|--record)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -t|--duration)
      :
      return
      ;;
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --recognizer)
      COMPREPLY=($(compgen -W "audd" -- "$current"))
      return
      ;;
    --token-file)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --model)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--device --list-devices --rate --channels --channel --window --labels --threshold --record --force --duration --reconnect --json --catalog --recognizer --token-file --model --quiet --verbose --help" -- "$current"))
      return
    fi
    ;;
  listen)
    case $previous in
    --raw-format)
      COMPREPLY=($(compgen -W "s16le:16000:1 s16le:44100:2 s16le:48000:2" -- "$current"))
      return
      ;;
    --channel)
      COMPREPLY=($(compgen -W "first average" -- "$current"))
      return
      ;;
    --window)
      :
      return
      ;;
    --labels)
      COMPREPLY=($(compgen -W "speech music singing noise silence" -- "$current"))
      return
      ;;
    --threshold)
      :
      return
      ;;
    -r|--record)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -t|--duration)
      :
      return
      ;;
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --recognizer)
      COMPREPLY=($(compgen -W "audd" -- "$current"))
      return
      ;;
    --token-file)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --model)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--raw-format --channel --window --labels --threshold --record --force --duration --reconnect --json --catalog --recognizer --token-file --model --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  train)
    case $previous in
    -o|--output)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --name)
      :
      return
      ;;
    --validation)
      :
      return
      ;;
    --window)
      :
      return
      ;;
    --epochs)
      :
      return
      ;;
    --seed)
      :
      return
      ;;
    --model)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--output --force --name --validation --window --epochs --seed --model --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  signature)
    case $previous in
    -o|--output)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -f|--format)
      COMPREPLY=($(compgen -W "text json csv" -- "$current"))
      return
      ;;
    --from)
      :
      return
      ;;
    --duration)
      :
      return
      ;;
    --stride)
      :
      return
      ;;
    -i|--input|--signature-asset)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --raw-format)
      COMPREPLY=($(compgen -W "s16le:16000:1 s16le:44100:2 s16le:48000:2" -- "$current"))
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--output --force --format --from --duration --stride --input --raw-format --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  catalog|custom-catalog)
    if ((COMP_CWORD == 2)); then
      COMPREPLY=($(compgen -W "create add update remove display export merge stats verify compact" -- "$current"))
      return
    fi
    case ${COMP_WORDS[2]} in
    create)
    case $previous in
    -o|--output)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -i|--input|--signature-asset)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -m|--media-items)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--output --store --force --input --media-items --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    add)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -i|--input|--signature-asset)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -m|--media-items)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --input --media-items --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    update)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -i|--input|--signature-asset)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -m|--media-items)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --input --media-items --prune --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    remove)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --id)
      :
      return
      ;;
    --title)
      :
      return
      ;;
    --artist)
      :
      return
      ;;
    --source)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --id --title --artist --source --quiet --verbose --help" -- "$current"))
      return
    fi
    ;;
    display)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -f|--format)
      COMPREPLY=($(compgen -W "text json csv" -- "$current"))
      return
      ;;
    --id)
      :
      return
      ;;
    --title)
      :
      return
      ;;
    --artist)
      :
      return
      ;;
    --source)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --format --id --title --artist --source --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    export)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -o|--output)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --output --force --quiet --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    merge)
    case $previous in
    -o|--output)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--output --store --force --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    stats)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -f|--format)
      COMPREPLY=($(compgen -W "text json" -- "$current"))
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --format --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    verify)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -f|--format)
      COMPREPLY=($(compgen -W "text json csv" -- "$current"))
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --format --jobs --quiet --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    compact)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
    esac
    ;;
  match)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -f|--format)
      COMPREPLY=($(compgen -W "text json jsonl csv" -- "$current"))
      return
      ;;
    -n|--limit)
      :
      return
      ;;
    --threshold)
      :
      return
      ;;
    -i|--input|--signature-asset)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --raw-format)
      COMPREPLY=($(compgen -W "s16le:16000:1 s16le:44100:2 s16le:48000:2" -- "$current"))
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --format --all --limit --threshold --input --raw-format --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  monitor)
    case $previous in
    -c|--catalog)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    -f|--format)
      COMPREPLY=($(compgen -W "text json jsonl csv cue" -- "$current"))
      return
      ;;
    --threshold)
      :
      return
      ;;
    -i|--input|--signature-asset)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --raw-format)
      COMPREPLY=($(compgen -W "s16le:16000:1 s16le:44100:2 s16le:48000:2" -- "$current"))
      return
      ;;
    -j|--jobs)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--catalog --format --threshold --input --raw-format --jobs --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  history)
    case $previous in
    -f|--format)
      COMPREPLY=($(compgen -W "text json csv" -- "$current"))
      return
      ;;
    -n|--limit)
      :
      return
      ;;
    --application)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--format --limit --application --clear --quiet --help" -- "$current"))
      return
    fi
    ;;
  recognize)
    case $previous in
    -f|--format)
      COMPREPLY=($(compgen -W "text json csv" -- "$current"))
      return
      ;;
    --services)
      COMPREPLY=($(compgen -W "apple_music spotify deezer napster musicbrainz" -- "$current"))
      return
      ;;
    --market)
      :
      return
      ;;
    --token-file)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --start)
      :
      return
      ;;
    --every)
      :
      return
      ;;
    --raw-format)
      :
      return
      ;;
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--format --services --market --token-file --start --every --raw-format --quiet --verbose --help" -- "$current"))
      return
    fi
    compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")
    ;;
  help)
    case $previous in
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--help" -- "$current"))
      return
    fi
    COMPREPLY=($(compgen -W "analyze mic listen train signature catalog match monitor history recognize help completions manual" -- "$current"))
    ;;
  completions)
    case $previous in
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--help" -- "$current"))
      return
    fi
    COMPREPLY=($(compgen -W "bash zsh fish" -- "$current"))
    ;;
  manual)
    case $previous in
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--help" -- "$current"))
      return
    fi
    ;;
  esac
}
complete -F _soundwatch soundwatch
