import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LogDestination, type LogOutput } from './log-destination.ts'

const MEBIBYTE = 2 ** 20
const LINE = `${'x'.repeat(999)}\n`

/** Replaces standard output, which the tests of a process share, by a list. */
function captureOutput() {
  const written: string[] = []
  vi.spyOn(process.stdout, 'writableLength', 'get').mockReturnValue(0)
  const write = (text: string | Uint8Array, onWritten?: BufferEncoding | (() => void)) => {
    written.push(String(text))
    if (typeof onWritten === 'function') onWritten()
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(write)
  return written
}
afterEach(() => void vi.restoreAllMocks())

it('LogDestination writes lines together, and flush resolves before its timeout of a second', async () => {
  const written = captureOutput()
  const destination = new LogDestination()
  destination.write('one\n')
  destination.write('two\n')
  const started = performance.now()
  await destination.flush()
  expect(written).toEqual(['one\ntwo\n'])
  expect(performance.now() - started).toBeLessThan(900)
})

it('LogDestination drops and counts lines while more than a mebibyte is unread, and then writes again', async () => {
  const written = captureOutput()
  const destination = new LogDestination()
  const unread = vi.spyOn(process.stdout, 'writableLength', 'get').mockReturnValue(MEBIBYTE)
  destination.write(LINE)
  unread.mockReturnValue(MEBIBYTE + 1)
  destination.write(LINE)
  unread.mockReturnValue(0)
  const reported: number[] = []
  destination.onRecovered = (droppedLines) => reported.push(droppedLines)
  await destination.flush()
  expect([destination.droppedLines, reported, written]).toEqual([1, [1], [LINE]])
})

it('LogDestination writes 4,096 characters immediately, and fewer after 100 ms', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const written = captureOutput()
  const destination = new LogDestination()
  const long = `${'x'.repeat(4_094)}\n`
  destination.write(long)
  vi.advanceTimersByTime(99)
  expect(written).toEqual([])
  destination.write('y')
  expect(written).toEqual([`${long}y`])
  destination.write('z')
  vi.advanceTimersByTime(99)
  expect(written).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(written).toEqual([`${long}y`, 'z'])
})

it('flush resolves after a second if nobody reads the output', async () => {
  captureOutput()
  vi.spyOn(process.stdout, 'writableLength', 'get').mockReturnValue(1)
  const destination = new LogDestination()
  // flush starts at 0 ms, checks its deadline at 999 ms, and again at 1,000 ms, when it resolves.
  const clock = vi.spyOn(performance, 'now')
  for (const ms of [0, 999, 1_000]) clock.mockReturnValueOnce(ms)
  clock.mockReturnValue(60_000)
  await destination.flush()
  expect(clock).toHaveBeenCalledTimes(3)
})

/** Returns a destination for this output, and a function that runs its listener for the exit of the process. */
function openDestination(output: LogOutput) {
  const destination = new LogDestination(output)
  const writeAtExit = process.listeners('exit').at(-1)!
  onTestFinished(() => void process.off('exit', writeAtExit))
  return { destination, exit: () => writeAtExit(0) }
}

describe('LogDestination, if the output is a file,', () => {
  /** Opens a destination that writes to a new file. `setFull(true)` makes it write to a full disk instead. */
  function openFile() {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-log-'))
    const file = path.join(folder, 'log')
    const descriptor = openSync(file, 'a')
    const full = openSync('/dev/full', 'a')
    onTestFinished(() => {
      for (const opened of [descriptor, full]) closeSync(opened)
      rmSync(folder, { recursive: true })
    })
    const output = { stream: new PassThrough(), descriptor }
    const { destination, exit } = openDestination(output)
    const recovered: number[] = []
    destination.onRecovered = (lines) => recovered.push(lines)
    const setFull = (isFull: boolean) => {
      output.descriptor = isFull ? full : descriptor
    }
    return { destination, exit, recovered, setFull, read: () => readFileSync(file, 'utf8') }
  }

  it('writes lines in their order, also while others are being written', async () => {
    const { destination, read, recovered } = openFile()
    const long = `${'x'.repeat(4_096)}\n`
    for (const line of [long, 'two\n', 'three\n']) destination.write(line)
    await destination.flush()
    expect(read()).toBe(`${long}two\nthree\n`)
    expect([destination.droppedLines, recovered]).toEqual([0, []])
  })

  it('drops lines while more than a mebibyte is being written', async () => {
    const { destination, read } = openFile()
    const long = 'x'.repeat(MEBIBYTE + 1)
    destination.write(long)
    destination.write('dropped\n')
    await destination.flush()
    expect([destination.droppedLines, read() === long]).toEqual([1, true])
  })

  it('drops and counts lines while the disk is full, and begins a new line once there is space', async () => {
    const { destination, read, recovered, setFull } = openFile()
    setFull(true)
    for (const line of ['one\n', 'two\n']) destination.write(line)
    await destination.flush()
    expect([destination.droppedLines, recovered, read()]).toEqual([2, [], ''])
    setFull(false)
    for (const line of ['three\n', 'four\n']) {
      destination.write(line)
      await destination.flush()
    }
    expect([destination.droppedLines, recovered, read()]).toEqual([2, [2], '\nthree\nfour\n'])
  })

  it('begins a new line when the process exits after the disk was full', async () => {
    const { destination, read, setFull, exit } = openFile()
    setFull(true)
    destination.write('lost\n')
    await destination.flush()
    setFull(false)
    destination.write('last\n')
    exit()
    expect(read()).toBe('\nlast\n')
  })

  it('writes the remaining lines when the process exits, and ignores a full disk', () => {
    const { destination, read, setFull, exit } = openFile()
    destination.write('last\n')
    exit()
    exit()
    expect(read()).toBe('last\n')
    destination.write('lost\n')
    setFull(true)
    expect(exit).not.toThrow()
  })
})

describe('LogDestination, if the output is a pipe,', () => {
  /** Fakes a pipe with a connection to this process, because Node.js cannot create pipes. */
  async function openPipe() {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const stream = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [reader] = (await once(server, 'connection')) as [Socket]
    onTestFinished(() => {
      for (const socket of [stream, reader]) socket.destroy()
      server.close()
    })
    return { reader, stream, ...openDestination({ stream, descriptor: -1 }) }
  }

  it('writes lines to the stream, the last ones when the process exits', async () => {
    const { destination, reader, exit } = await openPipe()
    destination.write('one\n')
    await destination.flush()
    expect(String((await once(reader, 'data'))[0])).toBe('one\n')
    destination.write('two\n')
    exit()
    expect(String((await once(reader, 'data'))[0])).toBe('two\n')
  })

  it('drops and counts lines after the pipe is closed, and the process continues', async () => {
    const { destination, stream, exit } = await openPipe()
    stream.destroy(new Error('closed'))
    await new Promise((resolve) => stream.once('close', resolve))
    destination.write('one\n')
    await destination.flush()
    destination.write('two\n')
    expect(exit).not.toThrow()
    expect(destination.droppedLines).toBe(1)
  })
})
