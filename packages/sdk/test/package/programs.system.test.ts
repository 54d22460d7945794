import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { hasRedis, RedisServer } from '@partner-accounts/local-servers'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerAccounts } from '../../src/index.ts'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody } from '../scripted-api.ts'
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts'
import { EVENT, signedHeaders, WEBHOOK_SECRET } from './signed-event.ts'
import { packPackage, runNode } from './packed-package.ts'
import { compile, compileDecorators, linkNest, writeReadmeBlocks } from './readme-blocks.ts'

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
    const requests: string[][] = []
    const page = browserGlobals((headers) => requests.push(Object.keys(headers)))
    runInContext(outputFiles[0]!.text, page)
    const { tour } = page as { tour: (options: object) => Promise<unknown> }

    const result = JSON.parse(
      JSON.stringify(await tour({ ...clientOptions(), dangerouslyAllowBrowser: true })),
    ) as unknown
    // The page lists, reads an unknown account, and cancels a call.
    expect(result).toEqual({ total: expect.any(Number) as number, isApiError: true, code: 56, cancelled: 'AbortError' })
    // Browsers set User-Agent themselves. A header set by the client would cause a CORS preflight request.
    expect(requests.filter((headers) => headers.includes('user-agent'))).toEqual([])
  })
})

/** Returns the globals that browsers and Node share: no `process`, `require`, `Buffer`, `setImmediate`. */
function browserGlobals(onRequest: (headers: Record<string, string>) => unknown) {
  const web = { AbortController, AbortSignal, atob, clearTimeout, crypto, Headers, performance, Response, setTimeout }
  return createContext({
    ...web,
    URL,
    URLSearchParams,
    document: {},
    fetch: (url: string, init: RequestInit) => {
      onRequest(init.headers as Record<string, string>)
      return fetch(url, init)
    },
  })
}

describe('the programs of the README, with the service running', () => {
  const folder = addTestProject('readme')
  linkNest(folder)
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
    writeFileSync(path.join(folder, 'customers.csv'), customersCsv())
    lossyProxy.loseResponsesAfter(2)
    await expect(run('onboard.ts')).rejects.toThrow('PossiblyCreatedError')
    expect(resultsOf(read('results.jsonl'))).toHaveLength(2)

    lossyProxy.loseNoResponses()
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
    // Only the rejected row is sent again.
    expect(resultsOf(read('results.jsonl')).flatMap(({ account }) => account ?? [])).toEqual(accounts)
  })

  it('run without an error if they have no file name', async () => {
    renameSync(
      path.join(folder, await compile(folder, 'file-token-storage.ts')),
      path.join(folder, 'file-token-storage.js'),
    )
    const snippets = names.filter((name) => /^snippet-\d+\.ts$/.test(name))
    expect(snippets.length).toBeGreaterThan(9)
    for (const name of snippets) {
      const isEndless = read(name).includes('follow(')
      const variables = { ...environment(), ...(isEndless && { EXIT_AFTER_MS: '3000' }) }
      const output = await runNode(folder, ['--import', './given.mjs', await compile(folder, name)], variables)
      if (read(name).includes('redact(')) expect(output).not.toMatch(/pa[ts]_/)
    }
  })

  it('share a rate limit in Redis', async ({ skip }) => {
    if (!hasRedis()) skip('redis-server is not installed')
    const redis = await RedisServer.create()
    await redis.start()
    try {
      await compile(folder, 'redis-rate-limit-store.ts')
      const output = await runNode(folder, ['shared-limit.mjs'], { REDIS_URL: redis.url() })
      const { waits, waitWithoutLimit, keyTtlMs } = JSON.parse(output) as SharedLimit
      // Five calls are admitted in a window, the sixth has to wait, and a call in the next window does not.
      expect(waits).toEqual([0, 0, 0, 0, 0, expect.any(Number), 0])
      expect(waits[5]).toBeGreaterThan(0)
      expect(waits[5]).toBeLessThanOrEqual(1_000)
      expect(waitWithoutLimit).toBe(0)
      // Redis returns a negative number for a key that never expires.
      expect(keyTtlMs).toBeGreaterThan(0)
    } finally {
      await redis.kill()
    }
  })

  it('accept only signed events in a route', async () => {
    await compile(folder, 'app/webhooks/route.ts')
    const program = `
      import { POST } from './app/webhooks/route.mjs'
      const post = async (body) => {
        const headers = ${JSON.stringify(signedHeaders())}
        const response = await POST(new Request('http://app.example/webhooks', { method: 'POST', headers, body }))
        return [response.status, await response.text()]
      }
      console.log(JSON.stringify([await post(${JSON.stringify(EVENT)}), await post('{}')]))`
    const variables = { ...environment(), WEBHOOK_SECRET }
    const output = await runNode(folder, ['--import', './given.mjs', '--input-type=module', '-e', program], variables)
    expect(JSON.parse(output)).toEqual([
      [204, ''],
      [400, '{"reason":"wrong-signature"}'],
    ])
  })

  it('inject the client in NestJS, which passes the raw body to `verify`', async () => {
    for (const name of ['partner-accounts.module.ts', 'nest-application.ts']) compileDecorators(folder, name)
    const server = spawn(process.execPath, ['nest-application.js'], {
      cwd: folder,
      env: { ...environment(), WEBHOOK_SECRET },
    })
    try {
      const [printed] = (await once(server.stdout, 'data')) as [Buffer]
      const address = printed.toString().trim()
      const customers = await (await fetch(`${address}/customers`)).json()
      expect(customers).toEqual({ total: (await allAccounts()).length })
      const event = await fetch(`${address}/webhooks`, { method: 'POST', headers: signedHeaders(), body: EVENT })
      expect(await event.json()).toEqual(JSON.parse(EVENT))
    } finally {
      server.kill()
      await once(server, 'exit')
    }
  })

  it('have these file names, so that each is run by a test of its name or as a snippet', () => {
    expect(names.filter((name) => !name.startsWith('snippet-'))).toEqual([
      'onboard.ts',
      // In applications.system.test.ts.
      'lib/partner-accounts.ts',
      'app/api/customers/[taxId]/route.ts',
      'partner-accounts.module.ts',
      'redis-rate-limit-store.ts',
      // Imported by a snippet.
      'file-token-storage.ts',
      'app/webhooks/route.ts',
      // In readme.system.test.ts.
      'onboarding.test.ts',
    ])
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

/** What shared-limit.mjs prints. */
interface SharedLimit {
  waits: number[]
  waitWithoutLimit: number
  keyTtlMs: number
}

/** Returns CSV as Excel writes it: five rows, of which the fourth has an invalid postal code. */
function customersCsv(): string {
  const rows = [1, 2, 3, 4, 5].map((number) => {
    const contact = [`Dono ${number}`, '10', `dono.${number}@cliente.example`, '(11) 98765-4321', `Cliente ${number}`]
    return [
      ...contact,
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
