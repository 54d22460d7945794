// `node .ci/failed-files.js REPORT` prints the failed files of vitest's JSON report. Exits with 1 unless there are one to five.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A busy machine fails a few files, so more failures than this are not worth a repetition. */
const MAX_FILES = 5

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const files = testResults.filter((file) => file.status === 'failed').map((file) => relative('.', file.name))
console.log([...new Set(files)].join(' '))
process.exitCode = files.length > 0 && files.length <= MAX_FILES ? 0 : 1
