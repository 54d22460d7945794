import { Readable } from 'node:stream'
import type { Client } from '../src/create-client.ts'
import { run } from '../src/run.ts'
import type { Settings } from '../src/settings.ts'

/** The calls and the output of a run. */
export interface RecordedRun {
  exitCode: number
  output: string
  errors: string
  /** `partners.create` and its input, for each call. */
  calls: [procedure: string, input: unknown][]
  /** The key that the client was created with. */
  key: string | undefined
}

const SETTINGS: Settings = { url: 'http://service.example', readKey: () => 'the-key' }

/**
 * Runs a command line with a fake client that records each call.
 *
 * @param result the result of each call, or a function that returns it for an input. The default is a record and also an
 *   empty page
 */
export async function recordRun(
  args: readonly string[],
  result: unknown = { id: 'x', text: '', items: [], nextCursor: null, isEmpty: true, results: [] },
  { typed = '', isTTY = false, width }: { typed?: string | undefined; isTTY?: boolean; width?: number } = {},
): Promise<RecordedRun> {
  const recorded: Omit<RecordedRun, 'exitCode'> = { output: '', errors: '', calls: [], key: undefined }
  const exitCode = await run(args, {
    loadSettings: () => SETTINGS,
    version: '1.2.3',
    width,
    input: Object.assign(Readable.from([typed]), { isTTY }),
    connect(_url, key) {
      recorded.key = key
      return recordingClient(recorded.calls, result, [])
    },
    writeOutput: (text) => {
      recorded.output += text
    },
    writeError: (text) => {
      recorded.errors += text
    },
  })
  return { exitCode, ...recorded }
}

/** Creates a fake client that takes calls at any depth: `client.a.b.query(input)`. */
function recordingClient(calls: RecordedRun['calls'], result: unknown, path: readonly string[]): Client {
  const call = (input: unknown) => {
    calls.push([path.slice(0, -1).join('.'), input])
    return Promise.resolve(typeof result === 'function' ? (result(input) as unknown) : result)
  }
  return new Proxy(call, {
    get: (_, name) => recordingClient(calls, result, [...path, String(name)]),
  }) as unknown as Client
}
