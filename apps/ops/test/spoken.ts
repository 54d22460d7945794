import type { Client } from '../src/create-client.ts'
import { run } from '../src/run.ts'
import type { Settings } from '../src/settings.ts'

/** What a run asked of the service, and what it printed. */
export interface Spoken {
  exitCode: number
  output: string
  errors: string
  /** `partners.create` and its input, for each call. */
  calls: [procedure: string, input: unknown][]
  /** The key that was to open the service. */
  key: string | undefined
}

const SETTINGS: Settings = { url: 'http://service.example', readKey: () => 'the-key' }

/** Runs a command line against a service that notes what it is asked, and answers always the same. */
export async function speak(args: readonly string[], answer: unknown = { id: 'x' }): Promise<Spoken> {
  const spoken: Spoken = { exitCode: -1, output: '', errors: '', calls: [], key: undefined }
  spoken.exitCode = await run(args, {
    loadSettings: () => SETTINGS,
    connect(_url, key) {
      spoken.key = key
      return noting(spoken.calls, answer, [])
    },
    writeOutput: (text) => (spoken.output += text),
    writeError: (text) => (spoken.errors += text),
  })
  return spoken
}

/** Stands for the client at any depth: `noting.a.b.query(input)`. */
function noting(calls: Spoken['calls'], answer: unknown, path: readonly string[]): Client {
  const ask = (input: unknown) => {
    calls.push([path.slice(0, -1).join('.'), input])
    return Promise.resolve(answer)
  }
  return new Proxy(ask, { get: (_, name) => noting(calls, answer, [...path, String(name)]) }) as unknown as Client
}
