// `node .ci/summary.js REPORT…` prints the counts of vitest's JSON reports as one line. Exits with 1 unless every test
// passed. Results of files in `REPORT.repeated` replace those in `REPORT`.
import { existsSync, readFileSync } from 'node:fs'

const resultsIn = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [])
const excerpt = (text) => text.split('\n').slice(0, 12).join('\n')

// Prints the failures again, because the end of a long log is what people see first.
function printFailures(title, files) {
  for (const { name, message, assertionResults } of files.filter((file) => file.status === 'failed')) {
    const failures = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failures)
      console.error(`${title}: ${name}: ${fullName}\n${excerpt(failureMessages.join('\n'))}`)
    if (failures.length === 0) console.error(`${title}: ${name}\n${excerpt(message)}`)
  }
}

const files = process.argv.slice(2).flatMap((report) => {
  const first = resultsIn(report)
  const repeated = resultsIn(`${report}.repeated`)
  const repeatedNames = new Set(repeated.map((file) => file.name))
  const isRepeated = (file) => repeatedNames.has(file.name)
  printFailures('failed the first time', first.filter(isRepeated))
  return [...first.filter((file) => !isRepeated(file)), ...repeated]
})
printFailures('failed', files)
const tests = files.flatMap((file) => file.assertionResults)
const count = (status) => tests.filter((test) => test.status === status).length
const passed = count('passed')
const failed = count('failed')
const skipped = tests.length - passed - failed
if (skipped > 0) console.error('CI must not skip tests: add what they require to .ci/install-programs')
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
const hasFailedFile = files.some((file) => file.status === 'failed')
process.exitCode = passed > 0 && passed === tests.length && !hasFailedFile ? 0 : 1
