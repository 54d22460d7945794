import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** The exit code and the output of a run. */
export interface Ended {
  exitCode: number | null
  output: string
  errors: string
}

const running = new Set<ChildProcess>()

/** Runs the built benchmark with these arguments, from the folder of the tests. */
export const runBench = (...args: string[]) =>
  new Promise<Ended>((resolve, reject) => {
    const cwd = fileURLToPath(new URL('.', import.meta.url))
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (exitCode) => {
      running.delete(child)
      resolve({ exitCode, output, errors })
    })
  })

/** Ends the processes that a failed test has left running. */
export const endRuns = () => running.forEach((child) => child.kill('SIGTERM'))
