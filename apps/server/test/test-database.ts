import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createIdGenerator, type SealingKeys } from '@partner-accounts/core'
import { type Database, openDatabase } from '@partner-accounts/db'
import { citusPrograms, createCitusDatabase } from '@partner-accounts/local-servers'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The addresses of a Citus cluster's nodes, the coordinator's first; only in a run with `vitest.citus.config.ts`. */
    citusNodes?: readonly [string, ...string[]]
  }
}

const newId = createIdGenerator()
const DISTRIBUTE = fileURLToPath(new URL('../../../packages/db/scripts/distribute.mjs', import.meta.url))

/** Opens a new, migrated database: in memory, or distributed in a run on Citus. */
export async function openTestDatabase(sealingKeys: SealingKeys): Promise<Database> {
  const nodes = inject('citusNodes')
  if (!nodes) {
    const database = await openDatabase({ directory: undefined }, sealingKeys)
    await database.migrate()
    return database
  }
  const url = await createCitusDatabase(citusPrograms() ?? '', nodes, `test_${newId()}`)
  const database = await openDatabase({ url }, sealingKeys)
  await database.migrate()
  const env = { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: url }
  await promisify(execFile)(process.execPath, [DISTRIBUTE], { env })
  return database
}
