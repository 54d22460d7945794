import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const ROOT = path.join(PACKAGE, '../..')

const copy = mkdtempSync(path.join(tmpdir(), 'partner-accounts-generated-'))
afterAll(() => rmSync(copy, { recursive: true }))

/** Returns the text of each file by its path. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')])

it('the generated client matches schema.prisma; `pnpm --filter @partner-accounts/db run generate` updates it', () => {
  cpSync(path.join(PACKAGE, 'prisma'), path.join(copy, 'prisma'), { recursive: true })
  const PRISMA_SCHEMA = path.join(copy, 'prisma/schema.prisma')
  execFileSync('pnpm', ['--dir', ROOT, 'run', 'tools', 'prisma-generate'], { env: { ...process.env, PRISMA_SCHEMA } })
  const folder = 'src/prisma/generated'
  expect(filesBelow(path.join(copy, folder))).not.toEqual([])
  expect(filesBelow(path.join(PACKAGE, folder))).toEqual(filesBelow(path.join(copy, folder)))
})
