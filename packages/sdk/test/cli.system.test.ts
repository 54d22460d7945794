import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createPrivateCa } from '@partner-accounts/local-servers'
import { expect, it, vi } from 'vitest'
import type { CreatedAccount } from '../src/index.ts'
import { sampleAccountBody } from '../src/testing/index.ts'
import { verify } from '../src/webhooks/index.ts'
import { useCliService } from './cli-service.ts'
import { type Failure, startFailingProxy } from './failing-proxy.ts'
import { packPackage } from './package/packed-package.ts'

const { folder: sdk } = await packPackage()
const CLI = path.join(sdk, 'dist/cli.js')

const cli = useCliService()

interface Result {
  code: number
  stdout: string
  stderr: string
}
const run = (args: string[], environment = cli.env): Promise<Result> =>
  new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd: cli.folder, env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

it('accounts create prints a command after a lost response, and the command returns the created account', async () => {
  const lose = (line: string): Failure => (line.endsWith('/partner-accounts') ? 'dropped after' : 'none')
  const proxy = await startFailingProxy(cli.server.service.baseUrl, lose)
  const body = 'a customer.json'
  writeFileSync(path.join(cli.folder, body), JSON.stringify(sampleAccountBody()))
  const lost = await run(['accounts', 'create', body], { ...cli.env, PARTNER_ACCOUNTS_URL: proxy.baseUrl })
  await proxy.close()
  expect([lost.code, lost.stdout]).toEqual([1, ''])
  // Only a program can follow the SDK's advice to call `recover`.
  expect(lost.stderr).not.toContain('recover(')
  expect(lost.stderr).toContain(cli.creations()[0]!.headers['idempotency-key'])

  const command = /^ +npx --no-install partner-accounts (.+)$/m.exec(lost.stderr)![1]!
  const shell = promisify(execFile)('sh', ['-c', `${process.execPath} ${CLI} ${command}`], {
    cwd: cli.folder,
    env: cli.env,
  })
  const { _id, secret, api_token } = JSON.parse((await shell).stdout) as CreatedAccount
  const found = await run(['accounts', 'get', _id], { ...cli.env, PARTNER_ACCOUNTS_SECRET: secret! })
  expect(JSON.parse(found.stdout)).toMatchObject({ api_token })
  expect((await run(['accounts', 'list'])).stdout.trim().split('\n')).toHaveLength(1)
})

it('accounts export stops without a message when its output is closed', async () => {
  // More output than a pipe buffers, so the command is still writing when its output is closed.
  for (let count = 0; count < 1_500; count++) cli.server.service.addAccount()
  const child = spawn(process.execPath, [CLI, 'accounts', 'export'], { env: cli.env })
  child.stdout.once('data', () => child.stdout.destroy())
  const [message, [code]] = await Promise.all([readText(child.stderr), once(child, 'exit')])
  // The exit code of a program that SIGPIPE ends: 128 + 13.
  expect([message, code]).toEqual(['', 141])
})

it('listen forwards signed events after the given one, and continues after failures', async () => {
  const { service } = cli.server
  const { _id } = service.addAccount()
  const add = () => service.addEvent({ type: 'subscription.activated', data: { account_id: _id } })
  const first = add()
  const second = add()
  const third = add()
  const received: { body: string; headers: IncomingHttpHeaders }[] = []
  const endpoint = createServer((request, response) => {
    const respond = (body: string) => {
      if (body.includes(second.id)) return void response.destroy()
      received.push({ body, headers: request.headers })
      response.writeHead(204).end()
    }
    void readText(request).then(respond)
  })
  await once(endpoint.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/webhooks`
  const child = spawn(process.execPath, [CLI, 'listen', '--forward-to', url, '--after', first.id], { env: cli.env })
  try {
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += String(data)
    })
    const untilReceived = (count: number) =>
      vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 30_000, interval: 50 })
    await untilReceived(1)
    service.failNext({ kind: 'proxy', status: 404 }, { operation: 'listEvents' })
    const fourth = add()
    await untilReceived(2)

    const secret = /^Secret: (whsec_\S+)$/m.exec(output)![1]!
    const verified = await Promise.all(received.map(({ body, headers }) => verify(body, headers, secret)))
    expect(verified).toEqual([third, fourth])
    await vi.waitFor(() => expect(output).toContain(`${fourth.type} ${fourth.id} 204\n`), 30_000)
    expect(output).toContain(`${second.type} ${second.id} failed: `)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  } finally {
    child.kill()
    endpoint.close()
  }
})

it('listen names NODE_EXTRA_CA_CERTS when the endpoint has a private certificate, and delivers when it is set', async () => {
  const ca = createPrivateCa()
  const certificate = { cert: readFileSync(ca.certificate), key: readFileSync(ca.key) }
  const endpoint = createHttpsServer(certificate, (_request, response) => response.writeHead(204).end())
  await once(endpoint.listen(0, 'localhost'), 'listening')
  const url = `https://localhost:${(endpoint.address() as AddressInfo).port}/webhooks`
  const { service } = cli.server
  const { _id } = service.addAccount()
  const first = service.addEvent({ type: 'subscription.activated', data: { account_id: _id } })
  service.addEvent({ type: 'subscription.canceled', data: { account_id: _id } })
  const expectOutput = async (environment: Record<string, string>, expected: string) => {
    const options = ['listen', '--forward-to', url, '--after', first.id]
    const child = spawn(process.execPath, [CLI, ...options], { env: { ...cli.env, ...environment } })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += String(data)
    })
    await vi.waitFor(() => expect(output).toContain(expected), { timeout: 30_000 }).finally(() => child.kill())
  }
  try {
    await expectOutput({}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE. Set NODE_EXTRA_CA_CERTS to the file of your certificate')
    await expectOutput({ NODE_EXTRA_CA_CERTS: ca.ca }, ' 204\n')
  } finally {
    endpoint.close()
    ca.remove()
  }
})

it('listen without --after forwards only new events', async () => {
  cli.server.service.addAccount()
  // Nothing listens on port 1. Events that could not be delivered are printed, too.
  const child = spawn(process.execPath, [CLI, 'listen', '--forward-to', 'localhost:1'], { env: cli.env })
  try {
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += String(data)
    })
    await vi.waitFor(() => expect(output).toContain('Forwarding events to http://localhost:1\nSecret: '), {
      timeout: 30_000,
    })
    const { _id } = cli.server.service.addAccount()
    const event = cli.server.service.addEvent({ type: 'subscription.canceled', data: { account_id: _id } })
    await vi.waitFor(() => expect(output).toContain(event.id), { timeout: 30_000 })
    expect(output.match(/account\.created/g)).toHaveLength(1)
  } finally {
    child.kill()
  }
})

it('mock listens and prints its address and credentials', async () => {
  const child = spawn(process.execPath, [CLI, 'mock', '--port', '0'])
  try {
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += String(data)
    })
    const printed = () => /Listening on (\S+)\nE-mail: (\S+)\nPassword: (.+)\n/.exec(output)
    const [, baseUrl, email, password] = await vi.waitUntil(printed, 30_000)
    const response = await fetch(`${baseUrl}/tokens`, { method: 'POST', body: JSON.stringify({ email, password }) })
    expect(await response.json()).toMatchObject({ token: expect.stringMatching(/^eyJ/) })
    expect((await fetch(new URL('/', baseUrl))).status).toBe(404)
  } finally {
    child.kill()
  }
})
