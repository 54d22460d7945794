// `node .ci/summary.js REPORT…` prints the counts of vitest's JSON reports as one line. A file counts as in the last report
// that has it. Exits with 1 unless every test passed. `--failed REPORT` prints the files that failed.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const resultsOf = (report) => JSON.parse(readFileSync(report, 'utf8')).testResults
if (process.argv[2] === '--failed') {
  const failed = resultsOf(process.argv[3]).filter(({ status }) => status === 'failed')
  for (const { name } of failed) console.log(relative('.', name))
  process.exit()
}

// Tests on Citus are those of `service` and `system` files on another database, so they count in addition.
const files = []
for (const report of process.argv.slice(2)) {
  const results = resultsOf(report)
  if (!report.endsWith('-again.json')) files.push(...results)
  else for (const result of results) files[files.findLastIndex(({ name }) => name === result.name)] = result
}
const tests = files.flatMap((file) => file.assertionResults)
const failedFiles = files.filter((file) => file.status === 'failed')
for (const { name, assertionResults } of failedFiles) {
  // Repeated here, because the end of a long log is what people see first.
  const titles = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
  console.error(`failed: ${name}: ${titles.join('; ')}`)
}
const count = (status) => tests.filter((test) => test.status === status).length
const [passed, failed] = [count('passed'), count('failed')]
const skipped = tests.length - passed - failed
if (skipped > 0) console.error('CI must not skip tests: add what they require to .ci/run')
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = passed > 0 && passed === tests.length && failedFiles.length === 0 ? 0 : 1
