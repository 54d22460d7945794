// `node .ci/summary.js REPORT…` prints the counts of vitest's JSON reports as one line. Exits with 1 unless every test passed.
import { readFileSync } from 'node:fs'

const files = process.argv.slice(2).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults)
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
