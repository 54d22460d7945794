import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createIdGenerator, type IdGenerator, type SealingKeys } from '@partner-accounts/core'
import { type Database, type DatabaseLocation, openDatabase } from '@partner-accounts/db'
import { openInMemory } from '@partner-accounts/db/testing'
import { citusPrograms, copyCitusDatabase, createCitusDatabase } from '@partner-accounts/local-servers'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The addresses of a Citus cluster's nodes, the coordinator's first. Only in the Vitest project `system-citus`. */
    citusNodes?: readonly [string, ...string[]]
  }
}

const newId = createIdGenerator()
const DISTRIBUTE = fileURLToPath(new URL('../../../packages/db/scripts/distribute.mjs', import.meta.url))

/** The name of a migrated, distributed database. In a run on Citus, each test database is a copy of it. */
let template: Promise<string> | undefined

/**
 * Opens a new, migrated database: in memory, or distributed in a run on Citus.
 *
 * @param newIdOfRows generates the ids of new rows, by default with the current time
 */
export async function openTestDatabase(sealingKeys: SealingKeys, newIdOfRows?: IdGenerator): Promise<Database> {
  const nodes = inject('citusNodes')
  if (!nodes) return openInMemory(sealingKeys, undefined, newIdOfRows)
  const programs = citusPrograms() ?? ''
  template ??= createTemplate(programs, nodes, sealingKeys)
  const url = await copyCitusDatabase(programs, nodes, await template, newName())
  return openDatabase({ url }, sealingKeys, undefined, newIdOfRows)
}

const newName = () => `test_${newId()}`

async function createTemplate(
  programs: string,
  nodes: readonly [string, ...string[]],
  sealingKeys: SealingKeys,
): Promise<string> {
  const name = newName()
  const database = await openDistributed({ url: await createCitusDatabase(programs, nodes, name) }, sealingKeys)
  await database.close()
  return name
}

/** Opens an empty database of a Citus cluster, migrated and distributed. */
export async function openDistributed(
  location: Extract<DatabaseLocation, { url: string }>,
  sealingKeys: SealingKeys,
): Promise<Database> {
  const database = await openDatabase(location, sealingKeys)
  await database.migrate()
  const env = { ...process.env, DATABASE_URL: location.url, DATABASE_DIRECT_URL: location.url }
  await promisify(execFile)(process.execPath, [DISTRIBUTE], { env })
  return database
}
