import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { run } from '../src/run.ts'

/** What `partner list` tells about a server that answers so. */
async function tellAbout(answer: RequestListener): Promise<{ exitCode: number; told: string; url: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return { url, ...(await listPartners(url)) }
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function listPartners(url: string): Promise<{ exitCode: number; told: string }> {
  let told = ''
  const exitCode = await run(['partner', 'list'], {
    loadSettings: () => ({ url, readKey: () => 'the-key' }),
    writeOutput: (text) => (told += text),
    writeError: (text) => (told += text),
  })
  return { exitCode, told }
}

const refusal = (message: string, data: object) => JSON.stringify({ error: { message, code: -32600, data } })

describe('a failure is told with what to do about it', () => {
  it('the service is down', async () => {
    const { url } = await tellAbout((_, response) => response.end())

    expect(await listPartners(url)).toEqual({
      exitCode: 1,
      told: `error: nothing answers at ${url} (ECONNREFUSED): start the service with "pnpm start", or set OPS_URL to where it is.\n`,
    })
  })

  it('the connection breaks', async () => {
    const { exitCode, told, url } = await tellAbout((request) => request.socket.destroy())

    expect(exitCode).toBe(1)
    expect(told).toMatch(`error: nothing answers at ${url} (`)
  })

  it.each([
    ['a page', 502, '<html>Bad gateway</html>'],
    ['JSON of another service', 404, '{"message": "Not found"}'],
    ['nothing', 200, ''],
  ])('something else answers: %s', async (_, status, body) => {
    const { exitCode, told, url } = await tellAbout((_, response) => response.writeHead(status).end(body))

    expect({ exitCode, told }).toEqual({
      exitCode: 1,
      told: `error: what answers at ${url} is not this service, or stands before it while it is down: set OPS_URL to where it is.\n`,
    })
  })

  it('it asks to come back later', async () => {
    const body = refusal('Too much is going on at once.', { httpStatus: 503, appCode: 503, retryAfterSeconds: 5 })
    const { told } = await tellAbout((_, response) => response.writeHead(503).end(body))

    expect(told).toBe('error: Too much is going on at once. (Retry-After: 5)\n')
  })

  it('each faulty field has a line', async () => {
    const fields = { code: ['Required field.'], percent_off: ['Must be an integer.', 'Is too large.'] }
    const body = refusal('Invalid fields.', { httpStatus: 422, fields })
    const { exitCode, told } = await tellAbout((_, response) => response.writeHead(422).end(body))

    expect(exitCode).toBe(1)
    expect(told.split('\n')).toEqual([
      'error: Invalid fields.',
      '  code: Required field.',
      '  percent_off: Must be an integer.',
      '  percent_off: Is too large.',
      '',
    ])
  })

  it('what the message holds cannot steer the terminal', async () => {
    const body = refusal('\u001b[2J', { httpStatus: 409, appCode: 409 })
    const { told } = await tellAbout((_, response) => response.writeHead(409).end(body))

    expect(told).toBe('error: \\u001b[2J\n')
  })
})
