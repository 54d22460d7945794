import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that delivers nothing: each mail becomes a file. */
export interface MailCatcher {
  url: string
  stop(): Promise<void>
}

/** Starts one on a free port of the loopback. */
export async function startMailCatcher(folder: string): Promise<MailCatcher> {
  mkdirSync(folder, { recursive: true })
  let caught = 0
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    // Nothing leaves the machine, and there is no certificate.
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      buffer(stream).then((mail) => {
        writeFileSync(path.join(folder, `${Date.now()}-${++caught}.eml`), mail)
        done()
      }, done)
    },
  })
  // Instances that are killed hang up in the middle.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
