import { JsonReporter } from 'vitest/node'

/** Adds the unhandled errors of the run to vitest's JSON report, which leaves them out. */
export default class JsonReporterWithUnhandledErrors extends JsonReporter {
  #unhandledErrors = []

  async onTestRunEnd(testModules, unhandledErrors) {
    this.#unhandledErrors = unhandledErrors.map((error) => ({
      // The file and the test that ran when the error occurred, if any. The cause may be another one.
      file: error.VITEST_TEST_PATH,
      test: error.VITEST_TEST_NAME,
      type: error.type,
      stacks: [...causesOf(error)].map(
        ({ stack, name, message }) => stack || [name, message].filter(Boolean).join(': '),
      ),
    }))
    await super.onTestRunEnd(testModules)
  }

  async writeReport(report) {
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), unhandledErrors: this.#unhandledErrors }))
  }
}

function* causesOf(error) {
  for (let next = error; next; next = next.cause) yield typeof next === 'object' ? next : { message: String(next) }
}
