import { destination, type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { LogFormat, LogLevel } from '../settings/settings.ts'

/** Removed from logged objects, at any of their first three levels. */
const SECRETS = ['password', 'token', 'secret', 'api_token', 'apiToken', 'authorization', 'x-secret', 'email']
const REDACTED_PATHS = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** Written immediately, so that the lines keep their place between other output. */
const AS_TEXT = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true }

/**
 * Writes lines in batches, at most 100 ms late and at the end of the process, because one write per line would slow
 * requests down. A killed process may lose its last lines.
 */
const BATCHED = { sync: false, minLength: 4096, periodicFlush: 100 }

/**
 * Creates the logger, which writes to standard output.
 *
 * @param spanIds returns the ids of the active span, if traces are on
 */
export async function createLogger(level: LogLevel, format: LogFormat, spanIds?: () => object): Promise<Logger> {
  const options: LoggerOptions = {
    level,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    ...(spanIds && { mixin: spanIds }),
  }
  return pino(options, format === 'text' ? await textStream() : destination(BATCHED))
}

/** Loaded only where it is used: production writes JSON. */
async function textStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ...AS_TEXT, colorize: process.stdout.isTTY })
}
