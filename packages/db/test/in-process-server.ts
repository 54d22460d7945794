import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { PGliteStream } from '../src/embedded/pglite-stream.ts'
import { RevivingPGlite } from '../src/embedded/reviving-pglite.ts'
import { sharedDump } from './open-in-memory.ts'

/**
 * A PostgreSQL server with a migrated database. All its connections share one session, which outlives them: a closed
 * connection leaves its transaction and its prepared statements behind.
 */
export interface InProcessServer {
  url: string
  host: string
  /**
   * Drops everything that open connections send, until `resume`. Dropped statements never get a response. New connections
   * are still accepted.
   */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Starts PGlite behind a TCP port, so that connections to a server can be tested without another process. */
export async function startInProcessServer(): Promise<InProcessServer> {
  const pglite = new RevivingPGlite('memory://', await sharedDump())
  // Opens the database.
  await pglite.get()
  const sockets = new Set<Socket>()
  let isPaused = false
  const server = createServer((socket) => {
    sockets.add(socket)
    const stream = new PGliteStream(pglite).connect()
    stream.once('connect', () => stream.pipe(socket))
    let hasSentStartup = false
    socket.on('data', (bytes: Buffer) => {
      // The first message of a connection is its startup message, which is always passed on.
      if (!isPaused || !hasSentStartup) stream.write(bytes)
      hasSentStartup = true
    })
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `postgresql://postgres@${host}/postgres`,
    host,
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await pglite.close()
    },
  }
}
