// `node .ci/summary.js REPORT` prints the counts of vitest's JSON report as one line. Exits with 1 unless every test passed.
import { readFileSync } from 'node:fs'

const { success, testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const tests = testResults.flatMap((file) => file.assertionResults)
for (const { name, assertionResults } of testResults.filter((file) => file.status === 'failed')) {
  // Repeated here, because the end of a long log is what people see first.
  const titles = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
  console.error(`failed: ${name}: ${titles.join('; ')}`)
}
const count = (status) => tests.filter((test) => test.status === status).length
const [passed, failed] = [count('passed'), count('failed')]
const skipped = tests.length - passed - failed
if (skipped > 0) console.error('CI must not skip tests: add what they require to .ci/run')
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = success && passed === tests.length ? 0 : 1
