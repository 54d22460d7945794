import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'

/**
 * Waits until a server has printed a text.
 *
 * @returns what it has printed by then
 * @throws Error if the server ends first
 */
export const untilPrints = (server: ChildProcess, output: Readable, text: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let printed = ''
    const read = (piece: Buffer) => {
      printed += piece.toString()
      if (!text.test(printed)) return
      // A full pipe would block the server.
      output.off('data', read).resume()
      resolve(printed)
    }
    output.on('data', read)
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`${server.spawnfile} ended with ${code}:\n${printed}`)))
  })
