// Reads the reports of `.ci/json-reporter.js` for `.ci/run`.
//   node .ci/test-report.js failed REPORT      prints the files to run again: those with failures or unhandled errors,
//                                              or nothing if an unhandled error belongs to no file. Their errors go to
//                                              standard error. Exits with 1 if the report shows no cause of a failure
//   node .ci/test-report.js summary REPORT…    prints what failed at first and the counts of the first report as one
//                                              line; exits with 1 unless every test of that report ran and passed
// A file that ran again has its newer results in REPORT's neighbor `…-retry.json`, which replace the first ones.
import { existsSync, readFileSync } from 'node:fs'

const [command, ...reports] = process.argv.slice(2)
if (command === 'failed') printFailed(reports[0])
else printSummary(reports)

function printFailed(report) {
  const { testResults, unhandledErrors } = read(report)
  const failed = testResults.filter((file) => file.status === 'failed')
  for (const { name, message, assertionResults } of failed) {
    console.error(`\nfailed: ${name} ${message}`)
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') console.error(`  ${fullName}\n    ${failureMessages.join('\n    ')}`)
    }
  }
  printUnhandled('unhandled error', unhandledErrors)
  if (failed.length + unhandledErrors.length === 0) {
    console.error('the run failed without a failed test or an unhandled error: see the log above')
    process.exitCode = 1
    return
  }
  const filesOfErrors = unhandledErrors.map(({ file, stacks }) =>
    testResults.map(({ name }) => name).filter((name) => name === file || stacks.join().includes(name)),
  )
  if (filesOfErrors.some((files) => files.length === 0)) return
  console.log([...new Set([...failed.map(({ name }) => name), ...filesOfErrors.flat()])].join('\n'))
}

function printSummary([report, ...others]) {
  // Repeated here, because the end of a long log is what people see first.
  for (const path of [report, ...others].filter(existsSync)) {
    const { testResults, unhandledErrors } = read(path)
    for (const { name, assertionResults } of testResults.filter((file) => file.status === 'failed')) {
      const titles = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
      console.error(`failed at first: ${name}: ${titles.join('; ')}`)
    }
    printUnhandled('unhandled error at first', unhandledErrors)
    if (existsSync(retryOf(path))) printUnhandled('unhandled error again', read(retryOf(path)).unhandledErrors)
  }
  const files = new Map(read(report).testResults.map((file) => [file.name, file]))
  if (existsSync(retryOf(report))) for (const file of read(retryOf(report)).testResults) files.set(file.name, file)
  const tests = [...files.values()].flatMap((file) => file.assertionResults)
  const count = (status) => tests.filter((test) => test.status === status).length
  const [passed, failed] = [count('passed'), count('failed')]
  const skipped = tests.length - passed - failed
  const isGreen = passed > 0 && passed === tests.length && [...files.values()].every((file) => file.status === 'passed')
  if (skipped > 0) console.error('CI must not skip tests: add what they require to .ci/run')
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = isGreen ? 0 : 1
}

function printUnhandled(title, errors) {
  for (const { type, file, test, stacks } of errors) {
    console.error(`\n${title}: ${type}, while running ${[file, test].filter(Boolean).join(' > ') || 'no test'}`)
    console.error(`  ${stacks.join('\ncaused by: ').replaceAll('\n', '\n  ')}`)
  }
}

function retryOf(report) {
  return report.replace(/\.json$/, '-retry.json')
}

function read(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
}
