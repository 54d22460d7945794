import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../src/commands.ts'
import { recordRun } from './recorded-run.ts'

/**
 * How to print, line by line, what a shell completes after `words`. The last word may be incomplete. Before, bash and zsh
 * complete every command of pnpm to `course`.
 */
const SHELLS: Record<string, (script: string, words: readonly string[]) => string> = {
  bash: (script, words) => `other() { COMPREPLY=(course); }; complete -F other pnpm
${script}
COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}
$(complete -p pnpm | sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The functions of zsh's completion are only defined in interactive shells.
  zsh: (
    script,
    words,
  ) => `compdef() { completer=$1 }; _default() { :; }; typeset -A _comps; other() { compadd -- course }; _comps[pnpm]=other
compadd() { shift; for each in "$@"; do [[ $each == \${words[CURRENT]}* ]] && print -r -- "$each"; done; true }
${script}
words=(${words.map(quoted).join(' ')}); CURRENT=${words.length}; $completer`,
  fish: (script, words) => `${script}
complete -C ${quoted(words.join(' '))} | string split -f 1 \\t; true`,
}

const quoted = (word: string) => `'${word}'`
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0
const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted()

describe.each(Object.keys(SHELLS))('the completion script of %s', (shell) => {
  describe.skipIf(!isInstalled(shell))(`(skipped: no ${shell} installed)`, () => {
    async function complete(line: string): Promise<string[]> {
      const { output, errors, exitCode } = await recordRun(['completion', shell])
      expect([exitCode, errors]).toEqual([0, expect.stringContaining(`pnpm ops completion ${shell} >> ~/`)])
      const program = SHELLS[shell]!(output, line.split(' '))
      return execFileSync(shell, ['-c', program], { encoding: 'utf8' }).split('\n').filter(Boolean).toSorted()
    }

    it('completes groups, verbs and options', async () => {
      expect(await complete('pnpm ops ')).toEqual(sorted(COMMANDS.map(({ name }) => name.split(' ')[0]!)))
      expect(await complete('pnpm ops coup')).toEqual(['coupon'])
      expect(await complete('pnpm ops coupon ')).toEqual(['change', 'create', 'end', 'list', 'show'])
      expect(await complete('pnpm ops account rev')).toEqual(['revoke-token'])
      const options = ['--account', '--employees', '--face-ids', '--help', '--json']
      expect(await complete('pnpm ops subscription change --')).toEqual(options)
      expect(await complete('pnpm ops subscription change --account x --f')).toEqual(['--face-ids'])
      expect(await complete('pnpm ops console --r')).toEqual(['--role'])
    })

    it('leaves other commands of pnpm to the completion that they had', async () => {
      expect(await complete('pnpm test cou')).toEqual(shell === 'fish' ? [] : ['course'])
    })
  })
})

it('completion bash --json prints the script as one JSON value', async () => {
  const [script, json] = [await recordRun(['completion', 'bash']), await recordRun(['completion', 'bash', '--json'])]
  expect(JSON.parse(json.output)).toBe(script.output)
  expect(script.calls).toEqual([])
})
