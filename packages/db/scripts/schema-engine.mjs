// Prisma's schema engine as WebAssembly, on temporary in-memory databases. `prisma migrate` requires a binary
// that is downloaded at run time. This module requires only the npm registry.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'

const prismaFolder = fileURLToPath(new URL('../prisma', import.meta.url))
export const migrationsFolder = path.join(prismaFolder, 'migrations')
const schemaFile = { path: 'schema.prisma', content: readFileSync(path.join(prismaFolder, 'schema.prisma'), 'utf8') }

async function loadEngine() {
  const require = createRequire(import.meta.url)
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import(glue)
  const bytes = readFileSync(path.join(path.dirname(glue), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings.SchemaEngine
}

function migrationsList() {
  const lockFile = path.join(migrationsFolder, 'migration_lock.toml')
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: readdirSync(migrationsFolder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok', value: readFileSync(path.join(migrationsFolder, name, 'migration.sql'), 'utf8') },
        },
      })),
  }
}

/**
 * Returns the SQL that the migrations lack compared with schema.prisma. Empty if they match.
 *
 * @returns {Promise<string>}
 */
export async function pendingChanges() {
  const SchemaEngine = await loadEngine()
  const databases = [openDatabase(), openDatabase()]
  const [main, shadow] = databases.map((database) => new PrismaPGlite(database))
  const adapters = {
    provider: main.provider,
    adapterName: main.adapterName,
    connect: () => main.connect(),
    connectToShadowDb: () => shadow.connect(),
  }
  const engine = await SchemaEngine.new(
    { datamodels: [[schemaFile.path, schemaFile.content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapters),
  )
  const { stdout, exitCode } = await engine.diff({
    from: { tag: 'migrations', ...migrationsList() },
    to: { tag: 'schemaDatamodel', files: [schemaFile] },
    script: true,
    exitCode: true,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  for (const database of databases) await database.close()
  return exitCode === 0 ? '' : stdout
}

const openDatabase = () => new PGlite({ extensions: { btree_gin, pg_trgm } })
