// Fails when files or sibling folders import each other in a cycle: `node packages/lint/src/check-cycles.js`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cyclesOf, fileGraph, folderGraph } from './import-cycles.js'

/** Cycles that still exist. This list may only become shorter. */
const KNOWN = [
  'apps/bench/src/commands → apps/bench/src/report',
  'packages/api/src/accounts → packages/api/src/openapi',
  'packages/api/src/tokens → packages/api/src/openapi',
  'packages/core/src/activation → packages/core/src/administrators',
  'packages/core/src/portal-users → packages/core/src/activation',
  'packages/core/src/tokens → packages/core/src/portal-users → packages/core/src/activation',
]

const isGenerated = (file) => file.includes('/generated/')
const isTest = (file) => /\.(test|contract)\.tsx?$|\/(test|testing|test-projects)\//.test(file)

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js'])
const files = tracked
  .toString()
  .split('\n')
  .filter((file) => file !== '' && !isGenerated(file) && existsSync(file))
const graph = fileGraph(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))
// A test may import from any folder of its package.
const production = new Map([...graph].filter(([file]) => !isTest(file)))

const found = [...cyclesOf(graph), ...cyclesOf(folderGraph(production))].map((cycle) => cycle.join(' → '))
const unexpected = found.filter((cycle) => !KNOWN.includes(cycle))
const gone = KNOWN.filter((cycle) => !found.includes(cycle))
for (const cycle of unexpected) console.error(`import cycle: ${cycle} → …`)
for (const cycle of gone)
  console.error(`no longer a cycle, remove it from KNOWN in packages/lint/src/check-cycles.js: ${cycle}`)
process.exitCode = unexpected.length + gone.length > 0 ? 1 : 0
