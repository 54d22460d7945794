import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'

/** Prints to standard error, because standard output contains only the results. */
export const printProgress = (text: string): void => void process.stderr.write(`${text}\n`)

export const print = (text: string): void => void process.stdout.write(text)

const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  node: process.version,
  platform: process.platform,
})

export function writeJson(file: string | undefined, results: unknown): void {
  if (file !== undefined) writeFile(file, `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`)
}

export function writeFile(file: string, text: string): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  writeFileSync(file, text)
}
