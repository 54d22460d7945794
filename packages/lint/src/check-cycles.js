// Fails when files or sibling folders import each other in a cycle: `node packages/lint/src/check-cycles.js`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cyclesOf, fileGraph, folderGraph } from './import-cycles.js'

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

const cycles = [...cyclesOf(graph), ...cyclesOf(folderGraph(production))]
for (const cycle of cycles) console.error(`import cycle: ${cycle.join(' → ')} → …`)
process.exitCode = cycles.length > 0 ? 1 : 0
