import type { Logger, LogLevel } from './client-options.ts'

/** From all to nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const

/** A logger that is told no more than was asked for, and may be missing. */
export type Log = Record<'debug' | 'info' | 'warn', (message: string) => void>

/** @param least the first level that is passed on */
export function createLog(logger: Logger | undefined, least: LogLevel = 'warn'): Log {
  const at = (level: keyof Log) => (message: string) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least)) logger?.[level](`partner-accounts: ${message}`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn') }
}
