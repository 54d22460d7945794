import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** The service as it is built, in a process of its own. */
export interface StartedService {
  process: ChildProcess
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  output: () => string
}

/** Starts the built service as `pnpm start` does, with nothing else in its environment. */
export function startBuiltService(folder: string, environment: Record<string, string>): StartedService {
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const collect = (chunk: Buffer) => (text += chunk.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { process: child, ended, output: () => text }
}

export async function untilReady({ output, ended }: StartedService): Promise<void> {
  let running = true
  void ended.then(() => (running = false))
  while (!output().includes('"ready"')) {
    if (!running) throw new Error(`ended before it was ready:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
