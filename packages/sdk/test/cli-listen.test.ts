import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from '@partner-accounts/local-servers'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../src/node/cli/listen.ts'
import type { CommandOptions } from '../src/node/cli/settings.ts'
import { verify } from '../src/webhooks/index.ts'
import { useCliService } from './cli-service.ts'

const POLL_INTERVAL_MS = 5

const cli = useCliService()
/** What the command printed, and its errors. */
let output: string[]
let errors: string[]
beforeEach(() => {
  output = []
  errors = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line)),
  ]
  for (const [name, value] of Object.entries(cli.env)) vi.stubEnv(name, value)
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  })
})

/** Starts an endpoint that responds to its requests with these statuses. 0 breaks the connection. */
async function startEndpoint(...statuses: number[]) {
  const received: { body: string; headers: IncomingHttpHeaders }[] = []
  const endpoint = await startHttpServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses[received.length] ?? 204
      received.push({ body, headers: request.headers })
      if (status === 0) response.destroy()
      else response.writeHead(status, { location: '/elsewhere' }).end('ignored')
    })
  })
  onTestFinished(() => endpoint.stop())
  return { address: `${new URL(endpoint.origin).host}/hooks`, received }
}

/** Starts the command, and stops it after the test at the latest. */
function startListening(options: CommandOptions) {
  const stopped = listen(options, POLL_INTERVAL_MS).catch((error: unknown) => error)
  /** Suspends the partner, which stops the command. Returns the error that the command throws. */
  const stop = () => {
    cli.server.service.suspend()
    return stopped
  }
  onTestFinished(async () => void (await stop()))
  const waitForLines = (count: number) =>
    vi.waitFor(() => expect(output).toHaveLength(count), { timeout: 30_000, interval: 5 })
  return { stop, waitForLines }
}

/** Adds an account, whose creation is an event, too, and returns `count` further events. */
function addEvents(count: number) {
  const { service } = cli.server
  const { _id } = service.addAccount()
  return Array.from({ length: count }, () =>
    service.addEvent({ type: 'subscription.activated', data: { account_id: _id } }),
  )
}

/** Returns the line that the command prints about an event. */
const lineOf = ({ timestamp, type, id }: { timestamp: string; type: string; id: string }, result: string) =>
  `${timestamp} ${type} ${id} ${result}`

it('listen posts events after the given one, signed with the printed secret, and prints each response', async () => {
  const [first, ...others] = addEvents(4)
  const { address, received } = await startEndpoint(204, 302, 0)
  const command = startListening({ 'forward-to': address, after: first!.id })
  await command.waitForLines(4)
  expect(await command.stop()).toMatchObject({ status: 403 })
  expect(output[0]).toMatch(/^Forwarding events to http:\/\/127\.0\.0\.1:\d+\/hooks\nSecret: whsec_[\w+/]{32}$/)
  expect(output.slice(1)).toEqual([
    lineOf(others[0]!, '204'),
    lineOf(others[1]!, '302'),
    lineOf(others[2]!, 'failed: UND_ERR_SOCKET'),
  ])
  const secret = output[0]!.split('Secret: ')[1]!
  expect(await Promise.all(received.map(({ body, headers }) => verify(body, headers, secret)))).toEqual(others)
  expect(errors).toEqual([])
})

it('listen reads all pages, of 100 events each, and continues after errors of the service', async () => {
  const events = addEvents(102)
  const { address, received } = await startEndpoint()
  const command = startListening({ 'forward-to': `http://${address}`, after: events[0]!.id })
  await command.waitForLines(102)
  cli.server.service.failNext({ kind: 'proxy', status: 404, html: '\u001b[31mNot found' }, { operation: 'listEvents' })
  await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 30_000, interval: 5 })
  expect(errors[0]).toContain('\\u001b[31mNot found')
  const [later] = addEvents(1)
  await command.waitForLines(104)
  await command.stop()
  expect(received).toHaveLength(103)
  expect(output.at(-1)).toBe(lineOf(later!, '204'))
  const lists = cli.server.service.requests.filter(({ operation }) => operation === 'listEvents')
  for (const { path } of lists) expect(path).toContain('max_results=100')
})

it('listen forwards only events of the given types and account, and without --after only new ones', async () => {
  const { service } = cli.server
  const { _id } = service.addAccount()
  const { _id: otherId } = service.addAccount()
  const addCancellation = (account_id: string) =>
    service.addEvent({ type: 'subscription.canceled', data: { account_id } })
  addCancellation(_id)
  const { address } = await startEndpoint()
  const types = 'subscription.canceled,subscription.changed'
  const command = startListening({ 'forward-to': address, types, account: _id })
  await command.waitForLines(1)
  service.addEvent({ type: 'subscription.activated', data: { account_id: _id } })
  addCancellation(otherId)
  const expected = addCancellation(_id)
  await command.waitForLines(2)
  await command.stop()
  expect(output.slice(1)).toEqual([lineOf(expected, '204')])
})

it('listen prints the message of an error without a code, such as that of a port which fetch blocks', async () => {
  const events = addEvents(2)
  const command = startListening({ 'forward-to': 'http://127.0.0.1:1', after: events[0]!.id })
  await command.waitForLines(2)
  await command.stop()
  expect(output[1]).toBe(lineOf(events[1]!, 'failed: fetch failed'))
})

it.each(['', 'ftp://localhost', 'localhost', 'http://['])('listen rejects --forward-to %j', async (address) => {
  await expect(listen({ 'forward-to': address })).rejects.toThrow(
    'Give the address of your endpoint, such as --forward-to http://127.0.0.1:3000/webhooks.',
  )
})
