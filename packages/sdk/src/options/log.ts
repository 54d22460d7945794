/** Receives the client's log lines: `console`, pino, winston. Messages contain no secrets and no account identifiers. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Log levels, from the most to the least verbose. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const

/** The least severe level that is passed to the logger. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A logger that drops messages below the configured level. */
export type Log = Record<'debug' | 'info' | 'warn', (message: string) => void>

/** Creates a log that passes messages of `minLevel` and above to `logger`, if there is one. */
export function createLog(logger: Logger | undefined, minLevel: LogLevel = 'warn'): Log {
  const at = (level: keyof Log) => (message: string) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(minLevel)) logger?.[level](`partner-accounts: ${message}`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn') }
}
