import { spawn, spawnSync } from 'node:child_process'
import { endProcess } from './end-process.ts'
import { assignments } from './environment-file.ts'
import { freePort } from './free-port.ts'
import { untilListens } from './until-listens.ts'

/** Returns the installed program, which is outside of PATH on Debian. */
export const haproxyProgram = (): string | undefined =>
  ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).status === 0)

export interface HaproxyServer {
  port: number
  stop(): Promise<void>
}

/** @param nodes `host:port` of each server, and its Patroni's port */
export async function startHaproxy(
  program: string,
  configuration: string,
  nodes: readonly { address: string; patroniPort: number }[],
  detached = false,
): Promise<HaproxyServer> {
  const port = await freePort()
  const variables: Record<string, string> = { DATABASE_LISTEN: `127.0.0.1:${port}` }
  for (const [index, { address, patroniPort }] of nodes.entries()) {
    variables[`NODE_${index + 1}`] = address
    variables[`NODE_${index + 1}_PATRONI_PORT`] = String(patroniPort)
  }
  const server = spawn('env', [...assignments(variables), program, '-db', '-q', '-f', configuration], {
    detached,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilListens(server, port)
  return {
    port,
    stop: () => endProcess(server),
  }
}
