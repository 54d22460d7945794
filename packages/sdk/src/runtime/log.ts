/** Receives the client's log lines: `console`, pino, winston. Messages contain no secrets and no account identifiers. */
export interface Logger {
  /** Receives a line for each request. */
  debug(message: string): void
  /** Receives a line for each retry. */
  info(message: string): void
  /** Receives failures that fail no call, such as those of a token storage. */
  warn(message: string): void
  /** Receives nothing from this version of the SDK: calls throw their errors. */
  error(message: string): void
}

/** Log levels, from the most to the least verbose. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const

/** The least severe level that is passed to the logger. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Logs a message, unless its level is below the configured one. */
export type Log = (level: 'debug' | 'info' | 'warn', message: string) => void

/** Creates a log that passes messages of `logLevel` and above to `logger`, if there is one. */
export const createLog =
  ({ logger, logLevel = 'warn' }: { logger?: Logger | undefined; logLevel?: LogLevel | undefined }): Log =>
  (level, message) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(logLevel)) logger?.[level](`partner-accounts: ${message}`)
  }
