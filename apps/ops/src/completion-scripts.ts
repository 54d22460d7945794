import type { Command } from './command.ts'
import { flagOf } from './flag-of.ts'

/** The shells for which there is a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** A word that may follow, and what it means. */
interface Candidate {
  word: string
  about: string
}

/** What may follow the words after `pnpm ops`: groups, verbs, or the options of a command. */
type Candidates = ReadonlyMap<string, readonly Candidate[]>

/** Returns a script that makes a shell complete `pnpm ops`. Other completions of `pnpm` keep working. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  groups: Readonly<Record<string, string>>,
): string {
  const candidates = candidatesOf(commands, groups)
  if (shell === 'fish') return fishScript(candidates)
  return `${wordsFunction(candidates)}\n${shell === 'bash' ? BASH : ZSH}`
}

const COMMON: readonly Candidate[] = [
  { word: '--json', about: 'print exactly one JSON value' },
  { word: '--help', about: 'display help for command' },
]

function candidatesOf(commands: readonly Command[], groups: Readonly<Record<string, string>>): Candidates {
  const candidates = new Map<string, Candidate[]>([['', []]])
  const add = (after: string, candidate: Candidate) => {
    const known = candidates.get(after) ?? []
    if (!known.some(({ word }) => word === candidate.word)) candidates.set(after, [...known, candidate])
  }
  for (const { name, about, inputs } of commands) {
    const [first = '', verb] = name.split(' ')
    add('', { word: first, about: verb === undefined ? about : (groups[first] ?? about) })
    if (verb !== undefined) add(first, { word: verb, about })
    const options = Object.entries(inputs).filter(([, { form }]) => form !== 'argument')
    for (const [option, { about: meaning }] of options) add(name, { word: flagOf(option), about: meaning })
    for (const option of COMMON) add(name, option)
  }
  return candidates
}

/** A function of both shells that prints the words that may follow. */
const wordsFunction = (candidates: Candidates) => `_partner_accounts_words() {
  case "$*" in
${[...candidates].map(([after, words]) => `    '${after}') echo '${words.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
  esac
}
`

// With options or arguments after the verb, the same options may follow.
const BASH = `_partner_accounts_other=$(complete -p pnpm 2>/dev/null | sed -n 's/.*-F \\([^ ]*\\).*/\\1/p')
_partner_accounts_pnpm() {
  if [ "\${COMP_WORDS[1]}" != ops ] || [ "$COMP_CWORD" -lt 2 ]; then
    if [ -n "$_partner_accounts_other" ]; then "$_partner_accounts_other" "$@"; fi
    return
  fi
  local last=$((COMP_CWORD < 4 ? COMP_CWORD : 4))
  local before="\${COMP_WORDS[*]:2:last-2}"
  local words
  words=$(_partner_accounts_words $before)
  [ -n "$words" ] || words=$(_partner_accounts_words "\${COMP_WORDS[2]}")
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _partner_accounts_pnpm pnpm
`

const ZSH = `_partner_accounts_other=\${_comps[pnpm]-}
_partner_accounts_pnpm() {
  if [[ \${words[2]} != ops || $CURRENT -lt 3 ]]; then
    if [[ -n $_partner_accounts_other ]]; then $_partner_accounts_other "$@"; else _default; fi
    return
  fi
  local last=$((CURRENT < 5 ? CURRENT - 1 : 4))
  local found=$(_partner_accounts_words \${words[3,last]})
  [[ -n $found ]] || found=$(_partner_accounts_words \${words[3]})
  compadd -- \${=found}
}
compdef _partner_accounts_pnpm pnpm
`

const fishScript = (candidates: Candidates) => `function __partner_accounts_after
  set -l words (commandline -opc)
  test "$words[2]" = ops; or return 1
  set -l after (string join ' ' $words[3..4])
  test "$after" = "$argv"
end
${[...candidates].flatMap(([after, words]) => words.map((candidate) => fishLine(after, candidate))).join('\n')}
`

const fishLine = (after: string, { word, about }: Candidate) =>
  `complete -c pnpm -f -n '__partner_accounts_after ${after}' -a '${word}' -d '${about.replaceAll("'", "\\'")}'`
