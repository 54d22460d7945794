import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, toolFolder } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerAccounts } from '../../src/index.ts'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody } from '../scripted-api.ts'
import { packPackage, runNode } from './packed-package.ts'
import { EVENT, signedHeaders, WEBHOOK_SECRET } from './signed-event.ts'

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

const { project } = await packPackage()
const folder = path.join(project, 'examples')
cpSync(EXAMPLES, folder, { recursive: true })
symlinkSync(toolFolder('express'), path.join(project, 'node_modules/express'))
const fastify = fileURLToPath(new URL('../../../../apps/server/node_modules/fastify', import.meta.url))
symlinkSync(realpathSync(fastify), path.join(project, 'node_modules/fastify'))
symlinkSync(
  toolFolder('@opentelemetry/sdk-trace-base'),
  path.join(project, 'node_modules/@opentelemetry/sdk-trace-base'),
)

/** Another copy of the examples, with the previous major versions of the frameworks. */
const folderOfPrevious = path.join(project, 'examples-of-previous')
cpSync(EXAMPLES, folderOfPrevious, { recursive: true })
mkdirSync(path.join(folderOfPrevious, 'node_modules'))
symlinkSync(toolFolder('express4'), path.join(folderOfPrevious, 'node_modules/express'))
symlinkSync(toolFolder('fastify4'), path.join(folderOfPrevious, 'node_modules/fastify'))
const FOLDERS = { current: folder, previous: folderOfPrevious }

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const client = () => new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials.demo })
const environment = (variables: NodeJS.ProcessEnv = {}) => ({
  PARTNER_ACCOUNTS_URL: service.baseUrl,
  PARTNER_ACCOUNTS_EMAIL: service.credentials.demo.email,
  PARTNER_ACCOUNTS_PASSWORD: service.credentials.demo.password,
  ...variables,
})
/** Runs a program that can import the examples. Returns what it prints as JSON. */
const evaluate = async (program: string, variables?: NodeJS.ProcessEnv) =>
  JSON.parse(await runNode(folder, ['--input-type=module', '-e', program], environment(variables))) as unknown

describe('the examples, with the service running', () => {
  it('usage-report.mjs reads all accounts', async () => {
    await client().accounts.create(accountBody())
    const { meta } = await client().accounts.list()
    expect(await runNode(folder, ['usage-report.mjs'], environment())).toBe(`${meta.total} accounts checked\n`)
  })

  it('route-handlers.mjs creates an account once per order, and reports errors for the form', async () => {
    const body = { ...accountBody(), orderId: randomUUID() }
    const results = await evaluate(`
      import { GET, POST } from './route-handlers.mjs'
      const post = async (body) => {
        const init = { method: 'POST', body: JSON.stringify(body) }
        const response = await POST(new Request('http://app.example/customers', init))
        return { status: response.status, ...(await response.json()) }
      }
      const get = async (taxId) => {
        const response = await GET(new Request('http://app.example/customers/' + taxId))
        return { status: response.status, ...(await response.json()) }
      }
      const body = ${JSON.stringify(body)}
      console.log(JSON.stringify([
        await post(body), await post(body), await post({ ...body, orderId: 'other', full_name: '' }),
        await get('12ABC34501DE35'), await get('99999999999999'),
      ]))`)
    const [first, second, invalid, found, missing] = results as Record<string, unknown>[]

    expect(first).toMatchObject({ status: 201, _id: expect.stringMatching(/^[0-9a-f]{24}$/) })
    expect(second).toEqual(first)
    expect(invalid).toMatchObject({ status: 422, fields: { full_name: [expect.any(String)] } })
    expect(found).toMatchObject({ status: 200, active_employees: 0 })
    expect(missing).toMatchObject({ status: 404, message: expect.any(String) })
  })

  it.each(['current', 'previous'] as const)(
    'express-server.mjs responds with accounts, and with the status of errors: %s version',
    async (version) => {
      const { _id } = await client().accounts.create(accountBody())
      await whileServing(FOLDERS[version], 'express-server.mjs', {}, async (address) => {
        const get = async (id: string) => {
          const response = await fetch(`${address}/customers/${id}`)
          return { status: response.status, ...((await response.json()) as object) }
        }
        expect(await get(_id)).toMatchObject({ status: 200, active_employees: 0 })
        expect(await get('99999999999999')).toMatchObject({ status: 404, requestId: expect.any(String) })
      })
    },
  )

  it.each([
    ['webhook-express.mjs', 'current'],
    ['webhook-express.mjs', 'previous'],
    ['webhook-fastify.mjs', 'current'],
    ['webhook-fastify.mjs', 'previous'],
  ] as const)(
    '%s accepts signed events, and rejects all other requests without a crash: %s version',
    async (file, version) => {
      await whileServing(FOLDERS[version], file, { WEBHOOK_SECRET }, async (address) => {
        const anonymous = await fetch(`${address}/webhooks`, { method: 'POST' })
        expect(anonymous.status).toBe(400)
        const post = async (body: string) => {
          const response = await fetch(`${address}/webhooks`, { method: 'POST', headers: signedHeaders(), body })
          return [response.status, response.status === 400 ? await response.json() : await response.text()]
        }
        expect(await post(EVENT)).toEqual([204, ''])
        expect(await post(EVENT.replace('canceled', 'activated'))).toEqual([400, { reason: 'wrong-signature' }])
      })
    },
  )

  it('webhook-handler.mjs accepts only signed events', async () => {
    const program = `
      import { POST } from './webhook-handler.mjs'
      const post = async (body) => {
        const headers = ${JSON.stringify(signedHeaders())}
        const response = await POST(new Request('http://app.example/webhooks', { method: 'POST', headers, body }))
        return [response.status, await response.text()]
      }
      console.log(JSON.stringify([await post(${JSON.stringify(EVENT)}), await post('{}')]))`
    const rejected = [400, '{"reason":"wrong-signature"}']
    expect(await evaluate(program, { WEBHOOK_SECRET })).toEqual([[204, ''], rejected])
  })

  it('webhook-lambda.mjs accepts only signed events, as text or in base64', async () => {
    const program = `
      import { handler } from './webhook-lambda.mjs'
      const body = ${JSON.stringify(EVENT)}
      const headers = ${JSON.stringify(signedHeaders())}
      const base64 = Buffer.from(body).toString('base64')
      // The handler logs to standard output, which must contain only the results.
      console.info = console.log
      console.log = () => {}
      console.info(JSON.stringify([
        await handler({ version: '2.0', headers, body, isBase64Encoded: false }),
        await handler({ version: '2.0', headers, body: base64, isBase64Encoded: true }),
        await handler({ headers, multiValueHeaders: {}, body: base64, isBase64Encoded: true }),
        await handler({ headers, body: base64, isBase64Encoded: false }),
        await handler({ headers: null, body, isBase64Encoded: false }),
      ]))`
    expect(await evaluate(program, { WEBHOOK_SECRET })).toEqual([
      { statusCode: 204 },
      { statusCode: 204 },
      { statusCode: 204 },
      { statusCode: 400, body: '{"reason":"encoded-body"}' },
      { statusCode: 400, body: '{"reason":"missing-header"}' },
    ])
  })

  it('import-spreadsheet.mjs creates an account per row, and none when it is repeated', async () => {
    writeFileSync(path.join(folder, 'customers.csv'), customersCsv())
    const run = async () => JSON.parse(await runNode(folder, ['import-spreadsheet.mjs'], environment())) as unknown

    expect(await run()).toEqual({ created: 2, resumed: 0, rejected: 1 })
    expect(await run()).toEqual({ created: 0, resumed: 2, rejected: 1 })
    const journal = path.join(folder, 'customers.csv.journal.jsonl')
    expect(readFileSync(journal, 'utf8')).toMatch(/"secret":"pas_/)
    expect(statSync(journal).mode & 0o777).toBe(0o600)
  })

  it('traced-client.mjs has a span for each request, failed connections included', async () => {
    const program = `
      import { trace } from '@opentelemetry/api'
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
      const exporter = new InMemorySpanExporter()
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
      const { tracedClient } = await import('./traced-client.mjs')
      await tracedClient.accounts.list({}, { maxRetries: 0 }).catch(() => {})
      console.log(JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes, status, events }) =>
        ({ name, code: attributes['http.response.status_code'], status: status.code, events: events.length }))))`
    // OpenTelemetry's status is 0 (unset) or 2 (error). An event records the exception.
    const succeeded = { code: 200, status: 0, events: 0 }
    expect(await evaluate(program)).toEqual([
      { name: 'partner-accounts POST', ...succeeded },
      { name: 'partner-accounts GET', ...succeeded },
    ])
    const failed = { name: 'partner-accounts POST', status: 2, events: 1 }
    expect(await evaluate(program, { PARTNER_ACCOUNTS_URL: `http://127.0.0.1:${await freePort()}` })).toEqual([failed])
  })
})

async function whileServing(
  cwd: string,
  file: string,
  variables: NodeJS.ProcessEnv,
  work: (address: string) => Promise<void>,
) {
  const server = spawn(process.execPath, [file], { cwd, env: environment({ PORT: '0', ...variables }) })
  try {
    const [address] = (await once(server.stdout, 'data')) as [Buffer]
    await work(address.toString().trim())
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

/** Returns a spreadsheet as CSV: three rows, of which the last has an invalid postal code. */
function customersCsv(): string {
  const columns = 'contact;employees;email;phone;company;cnpj;cep;street;number;neighborhood;city;state'
  const rows = [1, 2, 3].map((number) => {
    const contact = [`Dona ${number}`, '10', `dona.${number}@cliente.example`, '(11) 98765-4321', `Cliente ${number}`]
    return [...contact, '12.ABC.345/01DE-35', number === 3 ? '?' : '01310-100', 'Rua', '1', 'Sé', 'SP', 'SP'].join(';')
  })
  return [columns, ...rows].join('\n')
}
