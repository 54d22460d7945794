import { destination, type DestinationStream, levels, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogFormat, LogLevel } from '../settings/settings.ts'

/** Removed from the first three levels of logged objects. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** A write per line would slow requests. At most 100 ms late; a killed process may lose its last lines. */
const BATCHED = { sync: false, minLength: 4096, periodicFlush: 100 }

export function createLogger(level: LogLevel, format: LogFormat, spanIds?: () => object): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(spanIds && { mixin: spanIds }),
    ...(format === 'text' && { base: null }),
  }
  return pino(options, format === 'text' ? textStream() : destination(BATCHED))
}

/** Writes synchronously, to keep the order with other output and warnings. */
function textStream(): DestinationStream & { flush: () => void; flushSync: () => void } {
  const lines = destination({ ...BATCHED, sync: true })
  process.on('exit', () => lines.flushSync())
  const toText = createTextFormat(process.stdout.isTTY)
  return {
    write(line) {
      const { level, text } = toText(line)
      lines.write(text)
      if (level >= levels.values['warn']!) lines.flush()
    },
    flush: () => lines.flush(),
    flushSync: () => lines.flushSync(),
  }
}

interface Line extends Record<string, unknown> {
  level: number
  time: number
  msg?: string
  err?: { stack?: string }
}

const COLOR_OF_LEVEL: Partial<Record<string, number>> = { info: 32, warn: 33, error: 31, fatal: 31 }

export function createTextFormat(hasColors: boolean): (line: string) => { level: number; text: string } {
  const names = Object.fromEntries(
    Object.entries(levels.labels).map(([level, name]) => {
      const color = hasColors ? (COLOR_OF_LEVEL[name] ?? 0) : undefined
      return [level, color === undefined ? name.toUpperCase() : `\u001b[${color}m${name.toUpperCase()}\u001b[39m`]
    }),
  )
  let [second, clock] = [0, '']
  return (line) => {
    const { level, time, msg = '', err, ...rest } = JSON.parse(line) as Line
    if (Math.floor(time / 1000) !== second) {
      second = Math.floor(time / 1000)
      clock = new Date(time).toTimeString().slice(0, 8)
    }
    const { stack } = err ?? {}
    const data = JSON.stringify(err ? { ...rest, err: { ...err, stack: undefined } } : rest)
    const text = `[${clock}] ${names[level]}: ${msg}${data === '{}' ? '' : ` ${data}`}\n`
    return { level, text: stack === undefined ? text : `${text}    ${stack.replaceAll('\n', '\n    ')}\n` }
  }
}
