import { stderr } from 'node:process'

const WIDTH = 30
const bar = (share: number) => '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')

/** Prints nothing without a terminal. */
export function showProgress(done: number, total: number, note = ''): void {
  if (!stderr.isTTY) return
  const share = total > 0 ? done / total : 1
  stderr.write(`\r\x1b[K${bar(share)} ${done}/${total}${note}${done >= total ? '\n' : ''}`)
}
