import type { RequestListener } from 'node:http'
import { startHttpServer } from '@partner-accounts/local-servers'
import { describe, expect, it } from 'vitest'
import { run } from '../src/run.ts'

/** Runs `partner list` against a server with this request handler. */
async function listPartnersFrom(
  handler: RequestListener,
  options: string[] = [],
): Promise<{ exitCode: number; printed: string; url: string }> {
  const { origin: url, stop } = await startHttpServer(handler)
  try {
    return { url, ...(await listPartners(url, options)) }
  } finally {
    await stop()
  }
}

async function listPartners(url: string, options: string[] = []): Promise<{ exitCode: number; printed: string }> {
  let printed = ''
  const exitCode = await run(['partner', 'list', ...options], {
    loadSettings: () => ({ url, readKey: () => 'the-key' }),
    version: '1.2.3',
    input: process.stdin,
    writeOutput: (text) => {
      printed += text
    },
    writeError: (text) => {
      printed += text
    },
  })
  return { exitCode, printed }
}

const errorBody = (message: string, data: object) => JSON.stringify({ error: { message, code: -32600, data } })

describe('a failed command prints the cause and the remedy', () => {
  it('when the service is down', async () => {
    // On a kept connection, the second command could be sent before the client notices that the server closed it.
    const { url } = await listPartnersFrom((_, response) => response.setHeader('connection', 'close').end())

    expect(await listPartners(url)).toEqual({
      exitCode: 1,
      printed: `error: No response from ${url}: ECONNREFUSED connect ECONNREFUSED ${new URL(url).host}. Start the service with "pnpm start", or set OPS_URL to its URL.\n`,
    })
  })

  it('when the connection breaks', async () => {
    const { exitCode, printed, url } = await listPartnersFrom((request) => request.socket.destroy())

    expect(exitCode).toBe(1)
    expect(printed).toMatch(`error: No response from ${url}: UND_ERR_SOCKET`)
  })

  it.each([
    ['a page', 502, '<html>Bad gateway</html>', '<html>Bad gateway</html>'],
    ['JSON of another service', 404, '{"message": "Not found"}', '{"message": "Not found"}'],
    ['nothing', 200, '', 'nothing'],
  ])('for a response that is not from the service: %s', async (_, status, body, quoted) => {
    const { exitCode, printed, url } = await listPartnersFrom((_, response) => response.writeHead(status).end(body))

    expect({ exitCode, printed }).toEqual({
      exitCode: 1,
      printed: `error: HTTP ${status} from ${url}, not of this service: ${quoted}. Set OPS_URL to the service, and check that it runs if ${url} is a proxy.\n`,
    })
  })

  it('when the service is overloaded, with the seconds to wait', async () => {
    const body = errorBody('The service is overloaded.', { httpStatus: 503, appCode: 503, retryAfterSeconds: 5 })
    const { printed } = await listPartnersFrom((_, response) => response.writeHead(503).end(body))

    expect(printed).toBe('error: The service is overloaded. (Retry-After: 5)\n')
  })

  it('with a line for each message of an invalid field', async () => {
    const fields = {
      code: ['This field is required.'],
      percentOff: ['Must be an integer.', 'The value is too large.'],
    }
    const body = errorBody('Invalid fields.', { httpStatus: 422, fields })
    const { exitCode, printed } = await listPartnersFrom((_, response) => response.writeHead(422).end(body))

    expect(exitCode).toBe(1)
    expect(printed.split('\n')).toEqual([
      'error: Invalid fields.',
      '  code: This field is required.',
      '  percentOff: Must be an integer.',
      '  percentOff: The value is too large.',
      '',
    ])
  })

  it.each([
    [
      { httpStatus: 422, fields: { code: ['x'] } },
      1,
      [],
      { name: 'ApiError', message: 'No.', status: 422, fields: { code: ['x'] } },
    ],
    [
      { httpStatus: 429, appCode: 429, retryAfterSeconds: 5 },
      1,
      [],
      { name: 'ApiError', message: 'No.', status: 429, code: 429, retryAfterSeconds: 5 },
    ],
    [{}, 2, ['--quux'], { name: 'UsageError', message: "unknown option '--quux'" }],
  ])('as JSON under --json: %j', async (data, code, options, error) => {
    const body = errorBody('No.', data)
    const handler: RequestListener = (_, response) => response.writeHead(400).end(body)
    const { exitCode, printed } = await listPartnersFrom(handler, ['--json', ...options])

    expect([exitCode, JSON.parse(printed)]).toEqual([code, { error }])
  })

  it('with control characters of the message escaped', async () => {
    const body = errorBody('\u001b[2J', { httpStatus: 409, appCode: 409 })
    const { printed } = await listPartnersFrom((_, response) => response.writeHead(409).end(body))

    expect(printed).toBe('error: \\u001b[2J\n')
  })
})
