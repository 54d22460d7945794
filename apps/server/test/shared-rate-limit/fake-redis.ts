import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Returns the reply to a command and its arguments, in Redis's protocol; `undefined` to send none. */
export type Respond = (command: readonly string[]) => string | undefined

export interface FakeRedis {
  port: number
  received: string[][]
}

/** Starts a server that speaks Redis's protocol until the end of the test. */
export async function startFakeRedis(respond: Respond): Promise<FakeRedis> {
  const received: string[][] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      for (const command of commandsIn(bytes.toString())) {
        received.push(command)
        const reply = respond(command)
        if (reply !== undefined) socket.write(`${reply}\r\n`)
      }
    })
    onTestFinished(() => void socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, received }
}

/**
 * Returns the parts of each command in a text. A command is `*<parts>`, then `$<length>` and the text of each part. Clients
 * send whole commands here.
 */
const commandsIn = (text: string): string[][] =>
  text
    .split(/^\*\d+\r\n/m)
    .filter((command) => command !== '')
    .map((command) => command.split('\r\n').filter((line) => line !== '' && !line.startsWith('$')))
