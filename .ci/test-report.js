// Reads the JSON reports of vitest for `.ci/run`.
//   node .ci/test-report.js failed REPORT   prints the files with failures; their errors go to standard error
//   node .ci/test-report.js counts REPORT   prints the counts as one line; exits with 1 unless every test ran and passed
// A file that ran again has its newer results in REPORT's neighbour `…-retry.json`, which replace the first ones.
import { existsSync, readFileSync } from 'node:fs'

const [command, report] = process.argv.slice(2)
if (command === 'failed') printFailed()
else printCounts()

function printFailed() {
  for (const { name, message, assertionResults } of read(report).filter((file) => file.status === 'failed')) {
    console.log(name)
    console.error(`\nfailed: ${name} ${message}`)
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') console.error(`  ${fullName}\n    ${failureMessages.join('\n    ')}`)
    }
  }
}

function printCounts() {
  const first = read(report)
  const files = new Map(first.map((file) => [file.name, file]))
  const retried = report.replace(/\.json$/, '-retry.json')
  if (existsSync(retried)) for (const file of read(retried)) files.set(file.name, file)
  const tests = [...files.values()].flatMap((file) => file.assertionResults)
  const count = (status) => tests.filter((test) => test.status === status).length
  const [passed, failed] = [count('passed'), count('failed')]
  const skipped = tests.length - passed - failed
  const isGreen = passed > 0 && passed === tests.length && [...files.values()].every((file) => file.status === 'passed')
  // Repeated here, because the end of a long log is what people see first.
  for (const { name, assertionResults } of first.filter((file) => file.status === 'failed')) {
    const titles = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
    console.error(`failed at first: ${name}: ${titles.join('; ')}`)
  }
  if (skipped > 0) console.error('CI must not skip tests: add what they require to .ci/run')
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = isGreen ? 0 : 1
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8')).testResults
}
