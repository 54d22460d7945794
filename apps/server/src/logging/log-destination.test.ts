import { afterEach, expect, it, vi } from 'vitest'
import { LogDestination } from './log-destination.ts'

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
