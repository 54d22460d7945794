import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { packPackage, runNode } from './packed-package.ts'

const { folder } = await packPackage()
const project = mkdtempSync(path.join(tmpdir(), 'partner-accounts-no-msw-'))
cpSync(folder, path.join(project, 'node_modules/@partner-accounts/sdk'), { recursive: true })
afterAll(() => rmSync(project, { recursive: true, force: true }))

const LOST_RESPONSE = JSON.stringify({ kind: 'lost-response' })
const PROGRAM = `
  const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
  const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
  let handlers
  try { service.handlers } catch (error) { handlers = error.code ?? error.message }
  service.failNext(${LOST_RESPONSE}, { operation: 'createPartnerAccount' })
  client.accounts.create(sampleAccountBody()).then(async ({ _id }) => {
    console.log(JSON.stringify([(await client.accounts.get(_id))._id === _id, handlers]))
  })`

it('the testing entry works without msw when imported', async () => {
  const program = `import { PartnerAccounts } from '@partner-accounts/sdk'
    import { partnerAccountsService, sampleAccountBody } from '@partner-accounts/sdk/testing'${PROGRAM}`
  const output = JSON.parse(await runNode(project, ['--input-type=module', '-e', program])) as unknown
  expect(output).toEqual([true, expect.stringContaining('npm install --save-dev msw')])
})

it('the testing entry works without msw when required, as Jest does', async () => {
  const program = `const { PartnerAccounts } = require('@partner-accounts/sdk')
    const { partnerAccountsService, sampleAccountBody } = require('@partner-accounts/sdk/testing')${PROGRAM}`
  expect(JSON.parse(await runNode(project, ['-e', program]))).toEqual([
    true,
    expect.stringContaining('npm install --save-dev msw'),
  ])
})
