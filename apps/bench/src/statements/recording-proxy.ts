import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { type Statement, WireStatements } from './wire-statements.ts'

export interface RecordingProxy {
  /** Replaces the database's URL. */
  url: string
  /** Returns the statements since the last call. */
  take(): Statement[]
  close(): Promise<void>
}

/** Starts a server that forwards connections to the database, and records their statements. */
export async function startRecordingProxy(databaseUrl: string): Promise<RecordingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let statements: Statement[] = []
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const wire = new WireStatements((statement) => statements.push(statement))
    client.on('data', (chunk) => wire.read(chunk))
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    take() {
      const taken = statements
      statements = []
      return taken
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
