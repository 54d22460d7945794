import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type EncodedSourceMap,
  generatedPositionFor,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  TraceMap,
} from '@jridgewell/trace-mapping'
import { WebSocket } from 'ws'

interface Script {
  scriptId: string
  url: string
  sourceMapURL: string
}

interface Pause {
  callFrames: { location: { scriptId: string; lineNumber: number; columnNumber: number } }[]
}

interface Message {
  id?: number
  result?: unknown
  error?: { message: string }
  method?: string
  params?: unknown
}

/** A place in a source file: its URL and its line number, which starts at 1. */
export interface SourceLine {
  url: string
  line: number
}

/** A debugger of a Node process. Uses source maps to find source lines, as editors do. */
export class Debugger {
  readonly #socket: WebSocket
  readonly #scripts = new Map<string, Script>()
  readonly #pauses: Pause[] = []
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Message))
  }

  /** @param url as printed by Node after `--inspect` */
  static async attach(url: string): Promise<Debugger> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    const attached = new Debugger(socket)
    await attached.#send('Debugger.enable')
    return attached
  }

  /** @throws Error when no loaded script was made of the source */
  async setBreakpoint({ url, line }: SourceLine): Promise<void> {
    for (const script of this.#scripts.values()) {
      const map = sourceMapOf(script)
      if (!map?.resolvedSources.includes(url)) continue
      const generated = generatedPositionFor(map, { source: url, line, column: 0, bias: LEAST_UPPER_BOUND })
      if (generated.line === null) continue
      // The protocol counts lines from 0.
      const location = { scriptId: script.scriptId, lineNumber: generated.line - 1, columnNumber: generated.column }
      await this.#send('Debugger.setBreakpoint', { location })
      return
    }
    throw new Error(`no loaded script was made of ${url}`)
  }

  /** Returns the source lines at which the process has stopped since the last call, and resumes it. */
  async takePauses(): Promise<SourceLine[]> {
    const lines = this.#pauses.map((pause) => this.#sourceLineOf(pause))
    this.#pauses.length = 0
    if (lines.length > 0) await this.#send('Debugger.resume')
    return lines
  }

  close(): void {
    this.#socket.close()
  }

  #sourceLineOf({ callFrames: [top] }: Pause): SourceLine {
    const location = top?.location
    const map = sourceMapOf(location && this.#scripts.get(location.scriptId))
    if (!location || !map) throw new Error('stopped outside of the scripts with source maps')
    const original = originalPositionFor(map, { line: location.lineNumber + 1, column: location.columnNumber })
    if (original.source === null) throw new Error('stopped at a place that is not in the source map')
    return { url: original.source, line: original.line }
  }

  async #send(method: string, params: object = {}): Promise<void> {
    this.#lastId += 1
    const id = this.#lastId
    this.#socket.send(JSON.stringify({ id, method, params }))
    await new Promise<void>((resolve, reject) => {
      const receive = (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Message
        if (message.id !== id) return
        this.#socket.off('message', receive)
        if (message.error) reject(new Error(`${method}: ${message.error.message}`))
        else resolve()
      }
      this.#socket.on('message', receive)
    })
  }

  #receive({ method, params }: Message): void {
    if (method === 'Debugger.paused') this.#pauses.push(params as Pause)
    if (method !== 'Debugger.scriptParsed') return
    const script = params as Script
    this.#scripts.set(script.scriptId, script)
  }
}

const DATA_URL = /^data:application\/json[^,]*;base64,/

/** Returns the source map of one of this project's scripts; `undefined` for others. */
function sourceMapOf(script: Script | undefined): TraceMap | undefined {
  if (!script?.sourceMapURL || script.url.includes('/node_modules/')) return undefined
  const { url, sourceMapURL } = script
  const text = DATA_URL.test(sourceMapURL)
    ? Buffer.from(sourceMapURL.replace(DATA_URL, ''), 'base64').toString()
    : readFileSync(fileURLToPath(new URL(sourceMapURL, url)), 'utf8')
  return new TraceMap(JSON.parse(text) as EncodedSourceMap, url)
}
