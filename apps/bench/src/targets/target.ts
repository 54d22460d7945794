import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Target {
  name: string
  /** The file that Node runs. */
  main: string
  environment?: Record<string, string>
}

// Paths are relative to `dist`, which contains the built benchmark.
const built = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export const SERVICE: Target = { name: 'service', main: built('../../server/dist/main.js') }
/** The service with the log format of development. */
const TEXT_LOG: Target = { ...SERVICE, name: 'text-log', environment: { LOG_FORMAT: 'text' } }
export const BASELINE: Target = { name: 'baseline', main: built('baseline.js') }

export const TARGETS: readonly Target[] = [SERVICE, BASELINE]

/** @param text a target's name, or `name=file` for another build of the service */
export function parseTarget(text: string): Target {
  const known = [...TARGETS, TEXT_LOG].find(({ name }) => name === text)
  if (known) return known
  const [name = '', ...rest] = text.split('=')
  const file = rest.join('=')
  if (file === '')
    throw new Error(`unknown target ${text}: use ${TARGETS.map(({ name }) => name).join(', ')}, or name=file`)
  const main = path.resolve(file)
  if (!existsSync(main)) throw new Error(`file not found: ${main}`)
  return { name, main }
}
