import type { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

/**
 * Replaces the script for bash of @bomb.sh/tab: it fails when it is read again, as from ~/.bashrc, and without the package
 * bash-completion, which macOS and small images do not have.
 */
export function forBash(program: Command, terminal: Terminal): void {
  const completion = program.commands.find((one) => one.name() === 'completion')
  completion?.hook('preAction', (_, { args: [shell] }) => {
    if (shell !== 'bash') return
    terminal.out(script(program.name()))
    completion.action(() => {})
  })
}

const script = (name: string): string => `# bash completion for ${name}
_${name}_complete() {
  local line="\${COMP_LINE:0:$COMP_POINT}" words cur out
  read -r -a words <<< "$line"
  cur=""
  [[ "$line" == *" " ]] || cur="\${words[\${#words[@]}-1]}"
  [[ -n "$cur" ]] || words+=("")
  out=$("\${words[0]}" complete -- "\${words[@]:1}" 2> /dev/null | sed -e '/^:/d' -e 's/\t.*//')
  COMPREPLY=($(compgen -W "$out" -- "$cur"))
  # bash counts what stands before a colon or an equals sign as another word.
  local before="\${cur%"\${COMP_WORDS[COMP_CWORD]}"}" index
  for index in "\${!COMPREPLY[@]}"; do COMPREPLY[index]="\${COMPREPLY[index]#"$before"}"; done
  return 0
}
complete -o default -F _${name}_complete ${name}
`
