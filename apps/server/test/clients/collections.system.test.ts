import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brunoFiles, type ReferenceDocument } from '@partner-accounts/reference'
import { afterAll, expect, it } from 'vitest'
import { type PartnerClient, sharedService, signedInPartner, type TestService } from '../harness.ts'
import { clientCommand, describeClients, runCommand } from './other-clients.ts'

describeClients('The collections of the reference', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-collections-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const countAccounts = async (partner: PartnerClient) => (await partner.get('/partner-accounts')).body._meta.total

  /** Runs a collection with a wrong password. It must not retry, because repeated failures lock the user out. */
  async function expectOneFailedSignIn(service: TestService, run: (password: string) => Promise<string>) {
    // Finds the lines of the request log for rejected sign-ins.
    const findFailures = () => service.logged().match(/"route":"\/partners\/v1\/tokens".*"status":401,"ms":/g) ?? []
    const before = findFailures()
    await expect(run('wrong')).rejects.toThrow()
    expect(findFailures()).toHaveLength(before.length + 1)
  }

  it('for Postman sign in by themselves, fail once with a wrong password, and create two accounts', async () => {
    const service = await sharedService()
    const partner = await signedInPartner(service)
    const { email, password } = partner.user
    writeFileSync(`${folder}/postman.json`, await (await fetch(`${service.baseUrl}/docs/postman.json`)).text())
    const variables = Object.entries({ baseUrl: service.baseUrl, email, password, mode: 'live' }).flatMap(
      ([name, value]) => ['--env-var', `${name}=${value}`],
    )
    await expectOneFailedSignIn(service, (password) =>
      runCommand(
        clientCommand('newman'),
        ['run', 'postman.json', ...variables, '--env-var', `password=${password}`],
        folder,
      ),
    )
    await runCommand(clientCommand('newman'), ['run', 'postman.json', ...variables], folder)
    expect(await countAccounts(partner)).toBe(2)
  })

  it('for Bruno sign in by themselves, fail once with a wrong password, and create two accounts', async () => {
    const service = await sharedService()
    const partner = await signedInPartner(service)
    const { email, password } = partner.user
    const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as ReferenceDocument
    for (const [name, text] of Object.entries(
      brunoFiles(document, { baseUrl: service.baseUrl, tokenLifetimeSeconds: 3600 }),
    )) {
      mkdirSync(path.dirname(`${folder}/bruno/${name}`), { recursive: true })
      writeFileSync(`${folder}/bruno/${name}`, text)
    }
    const given = Object.entries({ email, password, mode: 'live' })
    const variables = ['--env', 'Partner', ...given.flatMap(([name, value]) => ['--env-var', `${name}=${value}`])]
    await expectOneFailedSignIn(service, (password) =>
      runCommand(clientCommand('bru'), ['run', ...variables, '--env-var', `password=${password}`], `${folder}/bruno`),
    )
    await runCommand(clientCommand('bru'), ['run', ...variables], `${folder}/bruno`)
    expect(await countAccounts(partner)).toBe(2)
  })
})
