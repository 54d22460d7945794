import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endProcess } from './end-process.ts'
import { untilListens } from './until-listens.ts'

/** Returns the installed program, which is outside of PATH on Debian. */
export const nginxProgram = (): string | undefined =>
  ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0)

export interface NginxOptions {
  program: string
  /** Folder to copy. The copy gets a new `listen.conf` and new servers in `upstream.conf`. */
  configuration: string
  folder: string
  port: number
  /** `host:port` of each upstream server. */
  services: readonly string[]
  /** Starts a process group, which Ctrl-C does not stop. */
  detached?: boolean
}

export interface NginxServer {
  origin: string
  /** What nginx has logged. */
  output(): string
  stop(): Promise<void>
}

export async function startNginx(options: NginxOptions): Promise<NginxServer> {
  const { program, folder, port, detached = false } = options
  configure(options)
  const server = spawn(
    program,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'],
    {
      cwd: folder,
      detached,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  server.stderr.on('data', (text: Buffer) => {
    output += text.toString()
  })
  await untilListens(server, port)
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    // SIGKILL would leave nginx's workers running.
    stop: () => endProcess(server, 'SIGTERM'),
  }
}

function configure({ configuration, folder, port, services }: NginxOptions): void {
  mkdirSync(folder, { recursive: true })
  // nginx drops root privileges and must still reach the folder.
  chmodSync(folder, 0o711)
  cpSync(configuration, folder, { recursive: true })
  writeFileSync(path.join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`)
  const upstream = path.join(folder, 'upstream.conf')
  writeFileSync(upstream, withServers(readFileSync(upstream, 'utf8'), services))
}

/** Replaces the `server` lines by one for each service, with the options of the first line. */
function withServers(upstream: string, services: readonly string[]): string {
  const lines = upstream.split('\n')
  const isServer = (line: string) => /^\s*server /.test(line)
  const first = lines.findIndex(isServer)
  const template = lines[first]
  if (template === undefined) throw new Error('upstream.conf has no server line')
  const servers = services.map((service) => template.replace(/server [^\s;]+/, `server ${service}`))
  const others = lines.filter((line) => !isServer(line))
  return [...others.slice(0, first), ...servers, ...others.slice(first)].join('\n')
}
