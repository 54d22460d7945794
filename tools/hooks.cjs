// Git hooks, which `pnpm hooks` installs: `node tools/hooks.cjs pre-commit | commit-msg FILE | pre-push`. Each failure
// names the command that mends it.
const { execFileSync, spawnSync } = require('node:child_process')
const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..')
const CONVENTIONAL = /^(feat|fix|docs|test|refactor|perf|build|ci|chore|style|revert)(\([\w, /-]+\))?!?: \S/
const WRITTEN_BY_GIT = /^(Merge|Revert|Reapply|fixup!|squash!|amend!) /
const LINTED = /\.(js|mjs|ts|tsx|md)$/
const TYPED = /\.tsx?$/

const [hook, file] = process.argv.slice(2)
const HOOKS = { 'pre-commit': checkStaged, 'commit-msg': checkMessage, 'pre-push': checkTypes }
HOOKS[hook]?.()

function checkStaged() {
  const names = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=d', '-z'], { encoding: 'utf8' })
  const staged = names.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name)))
  if (staged.length === 0) return
  const list = staged.join(' ')
  check('prettier', ['--check', '--ignore-unknown', '--log-level=warn', ...staged], `pnpm prettier --write ${list}`)
  const linted = staged.filter((name) => LINTED.test(name))
  if (linted.length > 0) {
    const options = ['--max-warnings=0', '--no-warn-ignored', ...linted]
    check('eslint', options, `pnpm eslint --fix ${linted.join(' ')}`)
  }
  const typed = staged.filter((name) => TYPED.test(name))
  if (typed.length > 0) {
    check('oxlint', ['--no-error-on-unmatched-pattern', ...typed], `pnpm oxlint --fix ${typed.join(' ')}`)
  }
}

function checkMessage() {
  const [subject = ''] = readFileSync(file, 'utf8').split('\n')
  if (CONVENTIONAL.test(subject) || WRITTEN_BY_GIT.test(subject)) return
  fail(`"${subject}" is not a conventional message such as "fix(server): …"`, `git commit --edit --file ${file}`)
}

function checkTypes() {
  check('turbo', ['run', 'typecheck', '--affected', '--output-logs=errors-only'], 'pnpm typecheck --watch')
}

/** Runs an installed program, which prints the problems that it finds. */
function check(program, options, remedy) {
  const shell = process.platform === 'win32'
  const { status, error } = spawnSync(path.join(ROOT, 'node_modules/.bin', program), options, {
    cwd: ROOT,
    stdio: 'inherit',
    shell,
  })
  if (error) fail(`${program} does not start (${error.message})`, 'pnpm install')
  if (status !== 0) fail(`${program} found problems`, remedy)
}

function fail(problem, remedy) {
  console.error(`${hook}: ${problem}. To mend: ${remedy}`)
  process.exit(1)
}
