import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program that answers as the service does. */
export interface Contender {
  name: string
  /** The file that Node runs. */
  main: string
}

// Paths from `dist`, where all of this runs.
const built = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export const SERVICE: Contender = { name: 'service', main: built('../../server/dist/main.js') }
/** What the others are measured by. */
export const FLOOR: Contender = { name: 'floor', main: built('floor.js') }
const PRISMA: Contender = { name: 'prisma', main: built('prisma.js') }

export const CONTENDERS: readonly Contender[] = [SERVICE, FLOOR, PRISMA]

/**
 * @param text the name of one of ours, or `name=file`: another build of the service, to see what a change has brought
 * @throws Error when there is no such contender or file
 */
export function parseContender(text: string): Contender {
  const known = CONTENDERS.find(({ name }) => name === text)
  if (known) return known
  const [name = '', file] = text.split('=', 2)
  if (!file) throw new Error(`no contender ${text}: give ${CONTENDERS.map((one) => one.name).join(', ')}, or name=file`)
  const main = path.resolve(file)
  if (!existsSync(main)) throw new Error(`no file ${main}`)
  return { name, main }
}
