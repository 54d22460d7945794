import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** First port of the range, which ends below the ports that systems assign (from 32768 on Linux). */
const FIRST_PORT = 11_000
const PORTS = 20_000
/** Processes that start together try different ports. */
const PORTS_PER_PROCESS = 100

let tried = 0

/**
 * Returns a free loopback port that stays reserved until this process ends, even while its listener restarts. Systems do
 * not assign it, each call returns a different port, and other processes skip reserved ports.
 */
export async function freePort(): Promise<number> {
  while (tried < PORTS) {
    const port = FIRST_PORT + ((process.pid * PORTS_PER_PROCESS + tried) % PORTS)
    tried += 1
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new Error('no port is free')
}

/** Reserves a port by binding the UDP port with the same number, which no test server uses. */
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
