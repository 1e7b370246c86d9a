// Shell scripts that ask the program for completions: `dra-allocator __complete WORDS...` prints them.

import type { SHELLS } from './completion.js';

/** bash also splits words at `=`, so `--output=json` arrives as three words, and the completion replaces the last of them. */
const BASH = `# bash completion for dra-allocator. To load it in each session:
#   dra-allocator completion bash > /etc/bash_completion.d/dra-allocator
_dra_allocator() {
  local words=() word glue=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $word == = || $glue == = ]] && ((\${#words[@]} > 0)); then words[-1]+=$word; else words+=("$word"); fi
    glue=$word
  done
  ((\${#words[@]} > 0)) || words=('')
  local current=\${words[-1]} line directive=4
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :* ]]; then directive=\${line#:}; continue; fi
    line=\${line%%$'\\t'*}
    [[ $current == -*=* && $COMP_WORDBREAKS == *=* ]] && line=\${line#*=}
    COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" __complete "\${words[@]}" 2>/dev/null)
  [[ $directive == 0 ]] && compopt -o default
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -F _dra_allocator dra-allocator kubectl-dra
`;

const ZSH = `#compdef dra-allocator kubectl-dra
# zsh completion for dra-allocator. To load it in each session:
#   dra-allocator completion zsh > "\${fpath[1]}/_dra-allocator"
_dra_allocator() {
  local line directive=4
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :* ]]; then directive=\${line#:}; continue; fi
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if [[ $directive == 0 ]]; then
    _files
  elif (( \${#candidates} > 0 )); then
    _describe 'completion' candidates
  fi
}
if [[ $funcstack[1] == _dra-allocator ]]; then
  _dra_allocator "$@"
else
  compdef _dra_allocator dra-allocator kubectl-dra
fi
`;

const FISH = `# fish completion for dra-allocator. To load it in each session:
#   dra-allocator completion fish > ~/.config/fish/completions/dra-allocator.fish
function __dra_allocator_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$lines[-1]" = :0
        __fish_complete_path (commandline -ct)
    else
        string match -v -r '^:' -- $lines
    end
end
complete -c dra-allocator -f -a '(__dra_allocator_complete)'
complete -c kubectl-dra -f -a '(__dra_allocator_complete)'
`;

/** The script for each shell. */
export const COMPLETION_SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = { bash: BASH, zsh: ZSH, fish: FISH };
