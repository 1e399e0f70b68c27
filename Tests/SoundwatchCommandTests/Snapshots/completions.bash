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
    COMPREPLY=($(compgen -W "analyze train help completions manual --help --version" -- "$current"))
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
      COMPREPLY=($(compgen -W "--format --output --segments --windows --window --overlap --labels --threshold --channel --track --start --end --raw-format --model --jobs --quiet --verbose --help" -- "$current"))
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
  help)
    case $previous in
    esac
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "--help" -- "$current"))
      return
    fi
    COMPREPLY=($(compgen -W "analyze train help completions manual" -- "$current"))
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
