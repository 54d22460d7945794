// `node .ci/summary.js REPORT…` prints the counts of vitest's JSON reports as one line. Exits with 1 unless every test passed.
import { readFileSync } from 'node:fs'

const files = process.argv.slice(2).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults)
const tests = files.flatMap((file) => file.assertionResults)
const failedFiles = files.filter((file) => file.status === 'failed')
const excerpt = (text) => text.split('\n').slice(0, 12).join('\n')
for (const { name, message, assertionResults } of failedFiles) {
  // Repeated here, because the end of a long log is what people see first.
  const failures = assertionResults.filter((test) => test.status === 'failed')
  for (const { fullName, failureMessages } of failures)
    console.error(`failed: ${name}: ${fullName}\n${excerpt(failureMessages.join('\n'))}`)
  if (failures.length === 0) console.error(`failed: ${name}\n${excerpt(message)}`)
}
const count = (status) => tests.filter((test) => test.status === status).length
const [passed, failed] = [count('passed'), count('failed')]
const skipped = tests.length - passed - failed
if (skipped > 0) console.error('CI must not skip tests: add what they require to .ci/run')
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = passed > 0 && passed === tests.length && failedFiles.length === 0 ? 0 : 1
