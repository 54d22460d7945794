import { type DestinationStream, levels, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogFormat, LogLevel } from '../settings/settings.ts'

/** Names of fields whose values are removed from the first three levels of logged objects. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** Log collectors filter by the names of levels. */
const NAMED_LEVELS = { level: (name: string) => ({ level: name }) }

export function createLogger(
  level: LogLevel,
  format: LogFormat,
  destination: DestinationStream,
  spanIds?: () => object,
): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(spanIds && { mixin: spanIds }),
    ...(format === 'text' ? { base: null } : { formatters: NAMED_LEVELS }),
  }
  return pino(options, format === 'text' ? textStream(destination) : destination)
}

function textStream(destination: DestinationStream): DestinationStream {
  const toText = createTextFormat(process.stdout.isTTY)
  return { write: (line) => destination.write(toText(line)) }
}

interface Line extends Record<string, unknown> {
  level: number
  time: number
  msg?: string
  err?: { stack?: string }
}

/** ANSI codes of foreground colors: green, yellow and red. */
const COLOR_OF_LEVEL: Partial<Record<string, number>> = { info: 32, warn: 33, error: 31, fatal: 31 }

export function createTextFormat(hasColors: boolean): (line: string) => string {
  const names = Object.fromEntries(
    Object.entries(levels.labels).map(([level, name]) => {
      const color = hasColors ? (COLOR_OF_LEVEL[name] ?? 0) : undefined
      return [level, color === undefined ? name.toUpperCase() : `\u001b[${color}m${name.toUpperCase()}\u001b[39m`]
    }),
  )
  return (line) => {
    const { level, time, msg = '', err, ...rest } = JSON.parse(line) as Line
    const clock = new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length)
    const { stack } = err ?? {}
    const data = JSON.stringify(err ? { ...rest, err: { ...err, stack: undefined } } : rest)
    const text = `[${clock}] ${names[level]}: ${msg}${data === '{}' ? '' : ` ${data}`}\n`
    return stack === undefined ? text : `${text}    ${stack.replaceAll('\n', '\n    ')}\n`
  }
}
