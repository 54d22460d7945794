import { destination, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogLevel } from '../settings/settings.ts'

/** Never in a log, wherever they turn up in a logged object. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

const FOR_PEOPLE = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }

/**
 * Lines are written several at a time, a tenth of a second late at most and at the end of the process: a write for each
 * would cost a request more than its line does. What is killed may take the last of them along.
 */
const WRITTEN_TOGETHER = { sync: false, minLength: 4096, periodicFlush: 100 }

/**
 * JSON lines; for a person at a terminal, readable ones.
 *
 * @param spanIds of the span that a line is written in, while there are traces
 */
export function createLogger(level: LogLevel, forPeople: boolean, spanIds?: () => object): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(spanIds && { mixin: spanIds }),
  }
  return forPeople
    ? pino({ ...options, transport: { target: 'pino-pretty', options: FOR_PEOPLE } })
    : pino(options, destination(WRITTEN_TOGETHER))
}
