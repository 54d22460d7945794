import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const ANY = 'declare const body: any\nexport const id: string = body.id\n'
const FLOATING = 'declare const work: () => Promise<void>\nexport const start = () => {\n  work()\n}\n'
const SWITCH = "export function size(given: 'a' | 'b') {\n  switch (given) {\n    case 'a':\n      return 1\n  }\n}\n"
const JSX = `declare global {
  namespace JSX {
    interface Element { type: string }
    interface IntrinsicElements { p: { onClick?: () => void; title?: number } }
  }
}
`
const IMPURE = `${JSX}export function Page() {\n  const now = Date.now()\n  return <p title={now} />\n}\n`
const HANDLER = `${JSX}declare const work: () => Promise<void>\nexport const Page = () => <p onClick={() => work()} />\n`

const CASES: [file: string, rules: string[], code: string][] = [
  ['packages/core/src/any.ts', ['typescript(no-unsafe-assignment)', 'typescript(no-unsafe-member-access)'], ANY],
  ['packages/core/src/any.test.ts', [], ANY],
  ['packages/core/src/floating.test.ts', ['typescript(no-floating-promises)'], FLOATING],
  ['packages/core/src/switch.ts', ['typescript(switch-exhaustiveness-check)'], SWITCH],
  ['packages/ui/src/impure.tsx', ['react(purity)'], IMPURE],
  ['apps/portal/src/handler.tsx', [], HANDLER],
]

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-oxlint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

/** Runs oxlint, with the configuration of this repository, on the files of all cases. Returns its diagnostics. */
function runOxlint(): { code: string; filename: string }[] {
  for (const [file, , code] of CASES) write(file, code)
  const compilerOptions = { strict: true, jsx: 'preserve', lib: ['ES2023'], types: [] }
  write('tsconfig.json', JSON.stringify({ compilerOptions }))
  cpSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
  // oxlint finds its type checker from the current folder.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['--format=json', ...CASES.map(([file]) => file)], { cwd: folder })
  return (JSON.parse(stdout.toString()) as { diagnostics: { code: string; filename: string }[] }).diagnostics
}

const diagnostics = runOxlint()

it.each(CASES)('oxlint reports in %s only the rules %j', (file, rules) => {
  const inFile = diagnostics.filter(({ filename }) => filename === file)
  expect(inFile.map(({ code }) => code).sort()).toEqual(rules)
})
