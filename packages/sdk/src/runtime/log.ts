/** Receives log lines, such as `console` or a logger of pino or winston. Messages contain no secrets and no account identifiers. */
export interface Logger {
  /** Receives every request. */
  debug(message: string): void
  /** Receives every retry. */
  info(message: string): void
  /** Receives waits above a second, and errors after which calls continue, such as those of a token storage. */
  warn(message: string): void
  /** Not used by this version, because a failed call throws its error. */
  error(message: string): void
}

/** From the most to the least verbose. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const

/** The least severe level to log. */
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Log = (level: 'debug' | 'info' | 'warn', message: string) => void

/** Returns a function that logs messages of `logLevel` and above. Ignores errors of the logger. */
export const createLog =
  ({ logger, logLevel = 'warn' }: { logger?: Logger | undefined; logLevel?: LogLevel | undefined }): Log =>
  (level, message) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return
    const write = async () => {
      const written: unknown = logger?.[level](`partner-accounts: ${message}`)
      await written
    }
    // There is nowhere to report an error of the logger.
    write().catch(() => {})
  }
