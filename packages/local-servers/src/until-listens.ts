import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const CONNECT_INTERVAL_MS = 20

/**
 * Waits until a server listens on a port.
 *
 * @throws Error with the server's standard error if it ends first
 */
export async function untilListens(server: ChildProcess, port: number): Promise<void> {
  let errors = ''
  server.stderr?.on('data', (text: Buffer) => {
    errors += text.toString()
  })
  while (!(await listens(port))) {
    const end = server.exitCode ?? server.signalCode
    if (end !== null) throw new Error(`${server.spawnfile} ended with ${end}: ${errors}`)
    await wait(CONNECT_INTERVAL_MS)
  }
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })
