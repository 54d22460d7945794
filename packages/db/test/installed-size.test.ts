import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'

it('@prisma/client has only the query compiler that the generated client imports: patches/@prisma__client.patch deletes the others', () => {
  const client = createRequire(import.meta.url).resolve('@prisma/client/package.json')
  const files = readdirSync(path.join(path.dirname(client), 'runtime'))
  const generated = readFileSync(new URL('../src/prisma/generated/internal/class.ts', import.meta.url), 'utf8')
  const [, imported = ''] = /runtime\/(query_compiler\S+\.wasm-base64)\.mjs/.exec(generated) ?? []
  expect(files.filter((name) => name.includes('.wasm-base64.')).sort()).toEqual([`${imported}.js`, `${imported}.mjs`])
})
