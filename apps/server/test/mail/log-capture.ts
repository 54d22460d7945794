import { type LevelWithSilent, type Logger, pino } from 'pino'

/**
 * Returns a logger and the lines that it has written.
 *
 * @param level of the logger. Default: all lines are written
 */
export function captureLog(level: LevelWithSilent = 'trace'): {
  logger: Logger
  lines: Record<string, unknown>[]
  text: () => string
} {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Record<string, unknown>)
  }
  return {
    logger: pino({ level, base: null, timestamp: false }, { write }),
    lines,
    text: () => JSON.stringify(lines),
  }
}
