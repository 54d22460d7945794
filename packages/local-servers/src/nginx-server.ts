import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const TRY_EVERY_MS = 20

/** How nginx is called here; undefined where there is none. Debian keeps it where not everybody's PATH leads. */
export const nginxProgram = (): string | undefined =>
  ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0)

export interface NginxOptions {
  program: string
  /** A folder with `nginx.conf`, and with `listen.conf` and `upstream.conf`, which are written anew. */
  configuration: string
  /** Where it may write. */
  folder: string
  port: number
  /** `host:port` of those that it shares requests out to. */
  services: readonly string[]
  /** Out of reach of Ctrl-C in a terminal: who starts it ends it. */
  detached?: boolean
}

export interface NginxServer {
  origin: string
  stop(): Promise<void>
}

/** Starts nginx on the configuration of a deployment, in which only addresses are changed. */
export async function startNginx(options: NginxOptions): Promise<NginxServer> {
  const { program, folder, port, detached = false } = options
  configure(options)
  const server = spawn(
    program,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'],
    {
      ...{ cwd: folder, detached },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let errors = ''
  server.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error(`nginx ended with ${server.exitCode}: ${errors}`)
    await wait(TRY_EVERY_MS)
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      // Not SIGKILL: its workers would stay.
      server.kill('SIGTERM')
      await ended
    },
  }
}

function configure({ configuration, folder, port, services }: NginxOptions): void {
  mkdirSync(folder, { recursive: true })
  // Started by root, it works as somebody else.
  chmodSync(folder, 0o711)
  cpSync(configuration, folder, { recursive: true })
  writeFileSync(path.join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`)
  const upstream = path.join(folder, 'upstream.conf')
  writeFileSync(upstream, withServers(readFileSync(upstream, 'utf8'), services))
}

/** The same upstream with other servers; how it treats them stays. */
function withServers(upstream: string, services: readonly string[]): string {
  const lines = upstream.split('\n')
  const isServer = (line: string) => /^\s*server /.test(line)
  const pattern = lines.find(isServer)
  if (pattern === undefined) throw new Error('the configuration of nginx names no server')
  const servers = services.map((service) => pattern.replace(/server [^\s;]+/, `server ${service}`))
  return lines.flatMap((line) => (line === pattern ? servers : isServer(line) ? [] : [line])).join('\n')
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })
