import { toolFolder } from '@partner-accounts/local-servers'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { runNode } from './packed-package.ts'

const TOOLS = fileURLToPath(new URL('../../../../tools/', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-reference-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('TypeDoc generates the reference, and fails if a public name has no docstring', async () => {
  const typedoc = path.join(toolFolder('typedoc'), 'bin/typedoc')
  await runNode(TOOLS, [typedoc, '--options', 'typedoc.config.js', '--out', folder], process.env)
  expect(existsSync(path.join(folder, 'classes/index.PartnerAccounts.html'))).toBe(true)
})
