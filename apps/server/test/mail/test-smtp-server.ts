import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { freePort } from '@partner-accounts/local-servers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A message that the server accepted, with its envelope. */
export interface DeliveredMail {
  from: string
  to: string[]
  message: Email
  raw: string
}

export interface TestSmtpServer {
  port: number
  url: string
  delivered: DeliveredMail[]
  stop(): Promise<void>
}

/** Returns the error response of the SMTP server to a command. */
export const smtpError = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

/** Starts a real SMTP server on the given loopback port, or on one that stays free when the server stops. */
export async function startSmtpServer(options: SMTPServerOptions = {}, givenPort?: number): Promise<TestSmtpServer> {
  const port = givenPort ?? (await freePort())
  const delivered: DeliveredMail[] = []
  const server = new SMTPServer({
    // Otherwise the server warns that its built-in certificate is public.
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const deliver = async () => delivered.push(await readMail(stream, session))
      deliver().then(() => done(), done)
    },
    ...options,
  })
  // In some tests clients close the connection early.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function readMail(stream: Readable, { envelope }: SMTPServerSession): Promise<DeliveredMail> {
  const raw = await buffer(stream)
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    message: await PostalMime.parse(raw),
    raw: raw.toString(),
  }
}

/** Starts a TCP listener in place of an SMTP server. Passes each connection to the test. */
export async function startListener(onConnection: (socket: Socket) => void): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    // Clients close the connection early.
    socket.on('error', () => {})
    sockets.add(socket)
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
