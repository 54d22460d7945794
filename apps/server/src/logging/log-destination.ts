import { write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { DestinationStream } from 'pino'

/** Lines are written in batches, because a write per line would slow requests. */
const FLUSH_INTERVAL_MS = 100
/** From this number of characters on, the queued lines are written without waiting for the interval. */
const MIN_BATCH_LENGTH = 4096
/** Maximum number of characters that wait to be written. Further lines are dropped. */
const MAX_PENDING_LENGTH = 2 ** 20
const FLUSH_TIMEOUT_MS = 1_000
const POLL_INTERVAL_MS = 10

/** Where log lines go. */
export interface LogOutput {
  stream: Writable
  /** The file descriptor of the stream. */
  descriptor: number
}

const STDOUT = 1

/**
 * Writes log lines to standard output, or to another output, without ever waiting for it. Drops lines while the disk is
 * full or nobody reads the pipe.
 */
export class LogDestination implements DestinationStream {
  /** Called when lines are written again. */
  onRecovered: (droppedLines: number) => void = () => {}
  #droppedLines = 0
  /** Number of dropped lines that `onRecovered` has received. */
  #reportedLines = 0
  #lines: string[] = []
  /** Length of `#lines` in characters. */
  #queuedLength = 0
  /** Length of the lines that are being written to a file. */
  #inFlightLength = 0
  #isFailing = false
  #endsMidLine = false
  #timer: NodeJS.Timeout | undefined
  readonly #output: LogOutput
  /**
   * Whether the output is a file, which this class writes itself. Pipes, sockets and terminals are left to the stream,
   * which blocks only on terminals. Determined without `fstatSync`, because of a bug of Node 20: after
   * `fstatSync` of a pipe, imports no longer resolve symbolic links, so linked packages are not found or are loaded twice.
   */
  readonly #isFile: boolean

  constructor(output: LogOutput = { stream: process.stdout, descriptor: STDOUT }) {
    this.#output = output
    this.#isFile = !(output.stream instanceof Socket)
    // Without a listener, a closed pipe would end the process.
    output.stream.on('error', () => {
      this.#isFailing = true
    })
    process.on('exit', () => this.#writeAtExit())
  }

  get droppedLines(): number {
    return this.#droppedLines
  }

  write(line: string): void {
    if (this.#pendingLength() > MAX_PENDING_LENGTH) {
      this.#droppedLines += 1
      return
    }
    this.#lines.push(line)
    this.#queuedLength += line.length
    if (this.#queuedLength >= MIN_BATCH_LENGTH) this.#writeBatch()
    else this.#timer ??= setTimeout(() => this.#writeBatch(), FLUSH_INTERVAL_MS).unref()
  }

  /** Resolves when all lines are written or dropped, or after a second. */
  async flush(): Promise<void> {
    const deadline = performance.now() + FLUSH_TIMEOUT_MS
    this.#writeBatch()
    while (this.#pendingLength() > 0 && performance.now() < deadline) await wait(POLL_INTERVAL_MS)
  }

  /** Returns the number of characters that are queued, or being written by this class or by the stream. */
  #pendingLength(): number {
    return this.#queuedLength + this.#inFlightLength + this.#output.stream.writableLength
  }

  #writeBatch(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0 || this.#inFlightLength > 0) return
    const lines = this.#takeLines()
    const text = lines.join('')
    if (this.#isFile) {
      this.#inFlightLength = text.length
      const bytes = Buffer.from(this.#onNewLine(text))
      this.#writeToFile(bytes, lines.length)
    } else if (this.#output.stream.writable) {
      this.#output.stream.write(text, () => this.#reportRecovery())
    } else {
      this.#droppedLines += lines.length
    }
  }

  /** Separates text from a line that a full disk has cut off. */
  #onNewLine(text: string): string {
    return this.#endsMidLine ? `\n${text}` : text
  }

  #takeLines(): string[] {
    const lines = this.#lines
    this.#lines = []
    this.#queuedLength = 0
    return lines
  }

  #writeToFile(bytes: Buffer, lineCount: number): void {
    write(this.#output.descriptor, bytes, (error, written) => {
      if (!error && written < bytes.length) return this.#writeToFile(bytes.subarray(written), lineCount)
      this.#inFlightLength = 0
      this.#isFailing = error !== null
      if (error) {
        this.#droppedLines += lineCount
        // A full disk may have stored only a part of the batch, up to the middle of a line.
        this.#endsMidLine = true
      } else {
        this.#endsMidLine = false
        this.#reportRecovery()
      }
      this.#writeBatch()
    })
  }

  #reportRecovery(): void {
    const dropped = this.#droppedLines - this.#reportedLines
    if (dropped === 0 || this.#isFailing) return
    this.#reportedLines = this.#droppedLines
    this.onRecovered(dropped)
  }

  /** Makes one attempt to write the remaining lines. Those that cannot be written are lost. */
  #writeAtExit(): void {
    const text = this.#takeLines().join('')
    if (text === '') return
    try {
      if (this.#isFile) writeSync(this.#output.descriptor, this.#onNewLine(text))
      else if (this.#output.stream.writable) this.#output.stream.write(text)
    } catch {
      // The disk is full. Nothing can be logged about it.
    }
  }
}
