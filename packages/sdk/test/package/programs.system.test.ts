import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerAccounts } from '../../src/index.ts'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody } from '../scripted-api.ts'
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts'
import { packPackage, runNode } from './packed-package.ts'
import { compile, writeReadmeBlocks } from './readme-blocks.ts'

const { addTestProject } = await packPackage()
let service: RunningService
let lossyProxy: LossyProxy
beforeAll(async () => {
  service = await startService()
  lossyProxy = await startLossyProxy(service.baseUrl)
})
afterAll(async () => {
  await lossyProxy.stop()
  await service.stop()
})

const clientOptions = () => ({ baseUrl: service.baseUrl, ...service.credentials.demo })

describe('the packed package, with the service running', () => {
  it.each([
    ['imported', 'esm', 'main.mjs'],
    ['required', 'cjs', 'main.cjs'],
  ])('creates, reads and lists accounts when it is %s', async (_how, name, program) => {
    const input = JSON.stringify([clientOptions(), accountBody()])
    const output = await runNode(addTestProject(name), [program, input])
    expect(JSON.parse(output)).toEqual({ listed: true, read: true })
  })

  it("works in a browser bundle without Node's globals", async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(addTestProject('browser'), 'main.js')],
      bundle: true,
      minify: true,
      platform: 'browser',
      write: false,
    })
    const requests: Headers[] = []
    const page = browserGlobals((headers) => requests.push(headers))
    runInContext(outputFiles[0]!.text, page)
    const { tour } = page as { tour: (options: object) => Promise<unknown> }

    const result = JSON.parse(
      JSON.stringify(await tour({ ...clientOptions(), dangerouslyAllowBrowser: true })),
    ) as unknown
    expect(result).toEqual({ total: expect.any(Number) as number, isApiError: true, code: 56, cancelled: 'AbortError' })
    // Browsers set User-Agent themselves. A header set by the client would cause a CORS preflight request.
    expect(requests.filter((headers) => headers.has('user-agent'))).toEqual([])
  })
})

/** Returns the globals that browsers and Node share: no `process`, `require`, `Buffer`, `setImmediate`. */
function browserGlobals(onRequest: (headers: Headers) => unknown) {
  const web = { AbortController, AbortSignal, atob, clearTimeout, crypto, Headers, performance, Response, setTimeout }
  return createContext({
    ...web,
    URL,
    URLSearchParams,
    document: {},
    fetch: (url: string, init: RequestInit) => {
      onRequest(init.headers as Headers)
      return fetch(url, init)
    },
  })
}

describe('the programs of the README, with the service running', () => {
  const folder = addTestProject('readme')
  const names = writeReadmeBlocks(folder)
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const environment = () => ({
    PARTNER_ACCOUNTS_URL: lossyProxy.baseUrl,
    PARTNER_ACCOUNTS_EMAIL: service.credentials.demo.email,
    PARTNER_ACCOUNTS_PASSWORD: service.credentials.demo.password,
  })
  const run = async (name: string) => runNode(folder, [await compile(folder, name)], environment())
  const allAccounts = () => new PartnerAccounts(clientOptions()).accounts.list().toArray()

  it('create one account per row and store its secret, although responses are lost', async () => {
    writeFileSync(path.join(folder, 'customers.csv'), customers())
    lossyProxy.loseResponsesAfter(2)
    await expect(run('onboard.ts')).rejects.toThrow('PossiblyCreatedError')
    expect(resultsOf(read('results.jsonl'))).toHaveLength(2)

    lossyProxy.loseResponsesAfter(Infinity)
    await run('onboard.ts')
    const results = resultsOf(read('results.jsonl'))
    const created = (await allAccounts()).filter(({ name }) => name?.startsWith('Cliente '))
    expect(created.map(({ name }) => name).sort()).toEqual(['Cliente 1', 'Cliente 2', 'Cliente 3', 'Cliente 5'])
    const accounts = results.flatMap(({ account }) => account ?? [])
    expect(accounts.map(({ _id }) => _id).sort()).toEqual(created.map(({ _id }) => _id).sort())
    for (const { _id, api_token, secret } of accounts) {
      const account = await new PartnerAccounts(clientOptions()).accounts.get(_id, { secret })
      expect(account.api_token).toBe(api_token)
    }
    expect(statSync(path.join(folder, 'results.jsonl')).mode & 0o777).toBe(0o600)

    await run('onboard.ts')
    // The rejected row is sent again, the others are not.
    expect(resultsOf(read('results.jsonl')).flatMap(({ account }) => account ?? [])).toEqual(accounts)
  })

  it('count accounts in plain JavaScript', async () => {
    const { baseUrl, email, password } = clientOptions()
    const response = await fetch(`${baseUrl}/tokens`, { method: 'POST', body: JSON.stringify({ email, password }) })
    const { token } = (await response.json()) as { token: string }
    const script = names.find((name) => name.endsWith('.cjs'))!
    const output = await runNode(folder, [script, token], environment())
    expect(output).toBe(`${(await allAccounts()).length} accounts\n`)
  })
})

/** Five rows as Excel writes them. The fourth has an invalid postal code. */
function customers(): string {
  const rows = [1, 2, 3, 4, 5].map((number) => {
    const who = [`Dono ${number}`, '10', `dono.${number}@cliente.example`, '(11) 98765-4321', `Cliente ${number}`]
    return [
      ...who,
      '"Cliente; ""Ltda"""',
      '12.ABC.345/01DE-35',
      number === 4 ? '?' : '01310100',
      'Rua',
      '1',
      'Sé',
      'SP',
      'SP',
    ]
  })
  const columns = 'full_name;employees;email;phone;company;trade_name;cnpj;cep;street;number;neighborhood;city;state'
  return `\uFEFF${[columns, ...rows.map((row) => row.join(';'))].join('\r\n')}\r\n`
}

const resultsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { account?: { _id: string; api_token: string; secret: string } })
