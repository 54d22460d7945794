import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { INVALID_SETTINGS, type Load, type Loaded, type Ready, type Start } from './messages.ts'

const STANDBY = fileURLToPath(new URL('standby.ts', import.meta.url))
/** Permits the second argument of `import.meta.resolve`: the module that would import the package. */
const RESOLVE_OPTION = '--experimental-import-meta-resolve'
/** Time for requests in flight to end, and for the database to be closed. */
const STOP_TIMEOUT_MS = 2_000

export type LoadResult = { loaded: Loaded } | { exitCode: number | null }

/** A process that prepares and then runs the service from its sources. */
export class ServiceProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>

  /** @param programArguments such as `--inspect` */
  constructor(programArguments: readonly string[]) {
    // The parent's own `--inspect` is left out, because its port is taken.
    const inherited = process.execArgv.filter((argument) => !argument.startsWith('--inspect'))
    this.#child = fork(STANDBY, programArguments, { execArgv: [...inherited, RESOLVE_OPTION] })
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
  }

  get isRunning(): boolean {
    return this.#child.connected
  }

  /**
   * Loads the sources. Resolves when they are loaded, or when the process ended, for example because of a syntax error.
   */
  async load(): Promise<LoadResult> {
    const loaded = this.#next<Loaded>()
    const message: Load = { kind: 'load' }
    this.#child.send(message, ignoreEnd)
    return Promise.race([loaded.then((message) => ({ loaded: message })), this.#exit()])
  }

  /** Resolves to whether the service accepts requests on `port`. */
  async start(port: number): Promise<boolean> {
    const ready = this.#next<Ready>()
    const message: Start = { port }
    this.#child.send(message, ignoreEnd)
    return Promise.race([ready.then(() => true), this.#ended.then(() => false)])
  }

  /** Resolves when the process has ended for any reason. */
  async ended(): Promise<void> {
    await this.#ended
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await this.#ended
    clearTimeout(timer)
  }

  /** Kills a process that has opened nothing yet. */
  discard(): void {
    this.#child.kill('SIGKILL')
  }

  async #exit() {
    return { exitCode: await this.#ended }
  }

  async #next<Message>(): Promise<Message> {
    const [message] = (await once(this.#child, 'message')) as [Message]
    return message
  }
}

/** Ignores the error of a message to a process that has ended, because `#ended` reports the end. */
const ignoreEnd = () => {}

/** Returns whether the settings are invalid, which an edit of the sources cannot correct. */
export const hasInvalidSettings = (result: LoadResult): boolean =>
  'exitCode' in result && result.exitCode === INVALID_SETTINGS
