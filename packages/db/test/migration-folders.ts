import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** The SQL of migrations by their names. */
export const FIRST = { '1_people': 'CREATE TABLE people (id int PRIMARY KEY); INSERT INTO people VALUES (1);' }
export const SECOND = { '2_pets': 'CREATE TABLE pets (owner int REFERENCES people (id)); INSERT INTO pets VALUES (1);' }
export const INDEXED = { '2_index': 'CREATE UNIQUE INDEX IF NOT EXISTS people_idx ON people (id);\nANALYZE people;' }

/** Returns a function that creates a folder of migrations with Prisma's layout. All are deleted after the tests. */
export function migrationFoldersOfThisFile(): (sqlByName: Record<string, string>) => string {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  return (sqlByName) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
    folders.push(folder)
    writeFileSync(path.join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n')
    for (const [name, sql] of Object.entries(sqlByName)) {
      mkdirSync(path.join(folder, name))
      writeFileSync(path.join(folder, name, 'migration.sql'), sql)
    }
    return folder
  }
}
