import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Stores each mail as a file instead of delivering it. */
export interface MailCatcher {
  url: string
  stop(): Promise<void>
}

export async function startMailCatcher(folder: string, host = '127.0.0.1'): Promise<MailCatcher> {
  mkdirSync(folder, { recursive: true })
  let caught = 0
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    // Mails stay on this machine, so they require neither encryption nor credentials.
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      buffer(stream).then((mail) => {
        caught += 1
        writeFileSync(path.join(folder, `${Date.now()}-${caught}.eml`), mail)
        done()
      }, done)
    },
  })
  // Killed instances close connections mid-mail.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${host}:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
