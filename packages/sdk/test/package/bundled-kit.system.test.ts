import path from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { expect, it } from 'vitest'
import { packPackage, runNode } from './packed-package.ts'

const { project } = await packPackage()
const PROGRAM = `
  import { PartnerAccounts } from '@partner-accounts/sdk'
  import { partnerAccountsService, sampleAccountBody } from '@partner-accounts/sdk/testing'
  const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
  const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
  client.accounts.create(sampleAccountBody()).then(async () => {
    const { length } = await client.accounts.list().toArray()
    console.log(JSON.stringify({ accounts: length, handlers: service.handlers.length }))
  })`

it.each<BuildOptions>([
  { format: 'cjs', platform: 'node' },
  { format: 'cjs', platform: 'neutral' },
  { format: 'iife', platform: 'browser' },
  { format: 'esm', platform: 'node' },
])('the testing entry is bundled with %o, and finds an installed msw', async (options) => {
  const outfile = path.join(project, `bundle.${options.format === 'esm' ? 'mjs' : 'cjs'}`)
  await build({
    stdin: { contents: PROGRAM, resolveDir: project },
    bundle: true,
    outfile,
    logLevel: 'error',
    ...options,
  })
  expect(JSON.parse(await runNode(project, [outfile]))).toEqual({ accounts: 1, handlers: 1 })
})
