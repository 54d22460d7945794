import { pino, type Logger } from 'pino'

/** A logger whose lines the test reads. */
export function captureLog(): { logger: Logger; lines: Record<string, unknown>[]; text: () => string } {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  return {
    logger: pino({ level: 'trace', base: null, timestamp: false }, { write }),
    lines,
    text: () => JSON.stringify(lines),
  }
}
