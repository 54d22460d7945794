import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PGliteStream } from '../src/embedded/pglite-stream.ts'
import { RevivingPGlite } from '../src/embedded/reviving-pglite.ts'
import { sharedDump } from './open-in-memory.ts'

/** A message of the protocol: its type, the length and the content. The startup message has no type. */
function message(type: string, content: string | Buffer = ''): Buffer {
  const body = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const STARTUP = message('', 'user\0postgres\0\0')
const PARSE = message('P', 'parse')
const SYNC = message('S')
const READY = message('Z', 'I')
const error = (severity: string) => message('E', `S${severity}\0Mfailed\0\0`)

/** Connects a stream to a fake PGlite, which records requests. */
async function connect(respond: () => Promise<Uint8Array> = () => Promise.resolve(READY)) {
  const requests: string[] = []
  const execProtocolRaw = (request: Uint8Array) => {
    requests.push(Buffer.from(request).toString('latin1'))
    return respond()
  }
  const abandon = vi.fn()
  const get = () => Promise.resolve({ execProtocolRaw })
  const stream = new PGliteStream({ get, abandon } as unknown as RevivingPGlite)
  await once(stream.connect(), 'connect')
  const received: Buffer[] = []
  stream.on('data', (bytes: Buffer) => received.push(bytes))
  return { stream, requests, abandon, received }
}

const text = (...messages: Buffer[]) => Buffer.concat(messages).toString('latin1')

describe('PGliteStream', () => {
  it('passes complete requests in whatever pieces they arrive, and their responses', async () => {
    const { stream, requests, received } = await connect()
    for (const byte of Buffer.concat([STARTUP, PARSE, SYNC])) stream.write(Buffer.from([byte]))
    await tick()
    expect(requests).toEqual([text(STARTUP), text(PARSE, SYNC)])
    expect(received).toEqual([READY, READY])
  })

  it.each(['S', 'Q', 'H', 'p', 'c', 'f'])(
    'keeps messages until a message of type %s, after which clients wait for the response',
    async (type) => {
      const { stream, requests } = await connect()
      stream.write(STARTUP)
      stream.write(Buffer.concat([PARSE, message('B')]))
      await tick()
      expect(requests).toEqual([text(STARTUP)])
      stream.write(Buffer.concat([message(type), PARSE]))
      await tick()
      expect(requests.slice(1)).toEqual([text(PARSE, message('B'), message(type))])
    },
  )

  it('ends when the client terminates the connection, and does not pass the termination to PGlite', async () => {
    const { stream, requests } = await connect()
    stream.write(STARTUP)
    stream.write(message('X'))
    await once(stream, 'end')
    expect(requests).toEqual([text(STARTUP)])
  })

  it('ends after the client has closed its side', async () => {
    const { stream } = await connect()
    stream.end()
    await once(stream, 'end')
  })

  it.each([
    ['reports a panic', () => Promise.resolve(Buffer.concat([message('N', 'notice'), error('PANIC')]))],
    ['fails', () => Promise.reject(new Error('unreachable'))],
  ])('breaks like a connection when PGlite %s, and lets PGlite be opened again', async (_case, respond) => {
    const { stream, abandon, received } = await connect(respond)
    const failed = once(stream, 'error')
    stream.write(STARTUP)
    expect(await failed).toMatchObject([{ code: 'ECONNRESET', syscall: 'read', errno: -104 }])
    expect(abandon).toHaveBeenCalledOnce()
    expect(received).toEqual([])
  })

  it('passes an error other than a panic on', async () => {
    const response = Buffer.concat([error('ERROR'), READY])
    const { stream, abandon, received } = await connect(() => Promise.resolve(response))
    stream.write(STARTUP)
    await tick()
    expect(received).toEqual([response])
    expect(abandon).not.toHaveBeenCalled()
  })

  it('breaks like a connection while PGlite cannot be opened', async () => {
    const get = () => Promise.reject(new Error('down'))
    const stream = new PGliteStream({ get } as unknown as RevivingPGlite)
    expect(await once(stream.connect(), 'error')).toMatchObject([{ code: 'ECONNRESET' }])
  })
})

it('RevivingPGlite opens a database again at most every 2 s, because it blocks the process', async () => {
  const unreadable = new RevivingPGlite('memory://', new Blob(['no archive']))
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const reasonOf = () => unreadable.get().catch((error: unknown) => String(error))
  const downError = 'Error: the embedded PostgreSQL is down'
  try {
    expect(await reasonOf()).not.toBe(downError)
    now.mockReturnValue(11_999)
    expect(await reasonOf()).toBe(downError)
    now.mockReturnValue(12_000)
    expect(await reasonOf()).not.toBe(downError)
    await unreadable.close()
  } finally {
    now.mockRestore()
  }
})

it('RevivingPGlite opens a directory again with its rows, although the directory was created from a dump', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reviving-'))
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => {
    now.mockRestore()
    rmSync(folder, { recursive: true, force: true })
  })
  const data = path.join(folder, 'pgdata')
  mkdirSync(data)
  const reviving = new RevivingPGlite(data, await sharedDump())
  const created = await reviving.get()
  await created.exec("INSERT INTO coupons (id, code, percent_off) VALUES ('coupon', 'STORED', 5)")

  reviving.abandon()
  now.mockReturnValue(2_000)
  const reopened = await reviving.get()
  expect(reopened).not.toBe(created)
  expect((await reopened.query('SELECT code FROM coupons')).rows).toEqual([{ code: 'STORED' }])
  await reviving.close()
})
