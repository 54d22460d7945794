import { pino, type Logger } from 'pino'

/** Returns a logger and the lines that it has written. */
export function captureLog(): { logger: Logger; lines: Record<string, unknown>[]; text: () => string } {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => {
    lines.push(JSON.parse(line) as Record<string, unknown>)
  }
  return {
    logger: pino({ level: 'trace', base: null, timestamp: false }, { write }),
    lines,
    text: () => JSON.stringify(lines),
  }
}
