import { pino, type Logger } from 'pino'
import type { LogLevel } from '../settings/settings.ts'

/** Never in a log, wherever they turn up in a logged object. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/**
 * JSON lines; for a person at a terminal, readable ones.
 *
 * @param spanIds of the span that a line is written in, while there are traces
 */
export function createLogger(level: LogLevel, forPeople: boolean, spanIds?: () => object): Logger {
  return pino({
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(spanIds && { mixin: spanIds }),
    ...(forPeople && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } },
    }),
  })
}
