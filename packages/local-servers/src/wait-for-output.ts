import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'

/**
 * Waits until the output of a server matches a pattern.
 *
 * @returns the output so far
 * @throws Error if the server ends first
 */
export const waitForOutput = (server: ChildProcess, output: Readable, pattern: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let printed = ''
    const read = (piece: Buffer) => {
      printed += piece.toString()
      if (!pattern.test(printed)) return
      // A full pipe would block the server.
      output.off('data', read).resume()
      resolve(printed)
    }
    output.on('data', read)
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`${server.spawnfile} ended with ${code}:\n${printed}`)))
  })
