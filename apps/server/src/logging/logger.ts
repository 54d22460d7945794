import { pino, type Logger } from 'pino'
import type { LogLevel } from '../settings/settings.ts'

/** Never in a log, wherever they turn up in a logged object. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** JSON lines; for a person at a terminal, readable ones. */
export function createLogger(level: LogLevel, forPeople: boolean): Logger {
  return pino({
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(forPeople && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } },
    }),
  })
}
