// Writes the migration that brings the database up to schema.prisma: `pnpm migration add-something`.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrationsFolder, pendingChanges } from './schema-engine.mjs'

const name = process.argv[2]?.replaceAll(/\W+/g, '_')
if (!name) {
  console.error('usage: pnpm migration NAME')
  process.exit(2)
}

const sql = await pendingChanges()
if (sql === '') {
  console.log('Nothing to do: the migrations agree with schema.prisma.')
} else {
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 'YYYYMMDDHHMMSS'.length)
  const folder = path.join(migrationsFolder, `${stamp}_${name}`)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'migration.sql'), sql)
  console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql`)
}
process.exit(0)
