import { destination, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogLevel } from '../settings/settings.ts'

/** Removed from logged objects, at any of their first three levels. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

const FOR_PEOPLE = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }

/**
 * Writes lines in batches, at most 100 ms late and at the end of the process, because one write per line would slow
 * requests down. A killed process may lose its last lines.
 */
const BATCHED = { sync: false, minLength: 4096, periodicFlush: 100 }

/**
 * Creates the logger. It writes JSON lines or, for a person at a terminal, formatted lines.
 *
 * @param spanIds returns the ids of the active span, if traces are on
 */
export function createLogger(level: LogLevel, forPeople: boolean, spanIds?: () => object): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(spanIds && { mixin: spanIds }),
  }
  return forPeople
    ? pino({ ...options, transport: { target: 'pino-pretty', options: FOR_PEOPLE } })
    : pino(options, destination(BATCHED))
}
