import { createServer } from 'node:net'

/** Below the ports that systems assign themselves (from 32768 on Linux). */
const FIRST_PORT = 11_000
const PORTS_PER_PROCESS = 100
const PROCESSES = 200

let taken = 0

/**
 * Resolves to a free loopback port. Nobody else gets it before its listener starts: the system does not assign it,
 * each call returns another, and neighbouring processes, such as test workers, have different ranges.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORTS_PER_PROCESS; attempt++) {
    const port = FIRST_PORT + (process.pid % PROCESSES) * PORTS_PER_PROCESS + (taken++ % PORTS_PER_PROCESS)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
