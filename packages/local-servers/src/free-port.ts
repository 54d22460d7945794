import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems assign (from 32768 on Linux). */
const FIRST_PORT = 11_000
const PORTS = 20_000
/** Processes that start together try different ports. */
const PORTS_PER_PROCESS = 100

let tried = 0

/**
 * Resolves to a free loopback port that nobody else gets until this process ends, even while its listener restarts:
 * systems do not assign it, each call returns another, and other processes find it reserved.
 */
export async function freePort(): Promise<number> {
  while (tried < PORTS) {
    const port = FIRST_PORT + ((process.pid * PORTS_PER_PROCESS + tried) % PORTS)
    tried += 1
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new Error('no port is free')
}

/** Binds the UDP port of that number, which no test server uses. */
const reserve = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createSocket('udp4').once('error', () => socket.close(() => resolve(false)))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(true)
    })
  })

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
