import type { Command as Program } from 'commander'

/** Returns a script for bash, and zsh with `bashcompinit`, that completes the alias `ops`. */
export function completionScript(program: Program): string {
  const cases = [...commandsBelow(program, '')].map(
    ({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;\n`,
  )
  return `# pnpm ops: eval "$(pnpm ops completion)" && alias ops='pnpm ops'
_partner_accounts_ops() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _partner_accounts_ops ops
`
}

interface Completed {
  /** The words before the completed word. */
  path: string
  /** The words that may follow. */
  words: string[]
}

function* commandsBelow(program: Program, path: string): Generator<Completed> {
  const names = program.commands.map((command) => command.name())
  const help = program.createHelp()
  const flags = help.visibleOptions(program).map(({ long }) => long ?? '')
  yield { path, words: [...names, ...flags, ...(path === '' ? [] : ['--json'])] }
  for (const command of program.commands) yield* commandsBelow(command, `${path} ${command.name()}`.trim())
}
