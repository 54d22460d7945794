import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const INSTALLED = '/usr/lib/postgresql'

/** Where the newest installed PostgreSQL keeps its programs; undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => `${INSTALLED}/${version}/bin`).find((folder) => existsSync(`${folder}/postgres`))
}

export interface PostgresServer {
  url: string
  /** SIGKILL for the server and all its processes: nothing is finished, nobody is told. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same data and port. */
  restart(): Promise<void>
  /** SIGSTOP for all its processes: connections stay open, and nothing is answered. */
  pause(): void
  resume(): void
  /** Ends it, paused or killed as it may be, and throws its data away, unless they were to be kept. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Where its data are kept, to be taken up by the next start. Left out: a folder that `stop` throws away. */
  keptIn?: string
  /** Out of reach of Ctrl-C in a terminal: who starts it ends it. */
  detached?: boolean
}

/** Starts a PostgreSQL of one's own, on a free port of the loopback. */
export async function startPostgres(
  programs: string,
  { keptIn, detached = false }: PostgresOptions = {},
): Promise<PostgresServer> {
  const folder = keptIn ?? mkdtempSync(path.join(tmpdir(), 'partner-accounts-pg-'))
  mkdirSync(folder, { recursive: true })
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if ('uid' in user) execFileSync('chown', [`${user.uid}:${user.gid}`, folder])
  const data = path.join(folder, 'data')
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const parameters = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']
    execFileSync(`${programs}/initdb`, parameters, { ...user, stdio: 'pipe' })
  }
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  if (keptIn === undefined) settings.push('fsync=off')
  const start = () => {
    const parameters = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const options = { ...user, detached, stdio: ['ignore', 'ignore', 'pipe'] } satisfies SpawnOptions
    return untilReady(spawn(`${programs}/postgres`, parameters, options))
  }
  let server = await start()
  const pause = () => signal(processesOf(server), 'SIGSTOP')
  const kill = async () => {
    pause()
    const pids = [...processesOf(server)]
    const ended = once(server, 'exit')
    signal(pids, 'SIGKILL')
    if (pids.length > 0) await ended
    // A new server refuses to start beside a process of the old one.
    while (pids.some(isAlive)) await wait(5)
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    kill,
    async restart() {
      server = await start()
    },
    pause,
    resume: () => signal([...processesOf(server)].reverse(), 'SIGCONT'),
    async stop() {
      if (keptIn === undefined) {
        await kill()
        rmSync(folder, { recursive: true, force: true })
      } else if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        // Its fast way to end in good order.
        server.kill('SIGINT')
        await ended
      }
    },
  }
}

async function untilReady(server: ChildProcess): Promise<ChildProcess> {
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (text: Buffer) => text.includes('ready to accept connections') && resolve())
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}`)))
  })
  return server
}

/** The server that starts the others, then those: while one after the other is stopped, no new one slips through. */
function* processesOf({ pid, exitCode, signalCode }: ChildProcess): Generator<number> {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  yield pid
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  yield* children.split(' ').filter(Boolean).map(Number)
}

/** Who is dead and not yet collected by its parent is dead. */
function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/status`
  return existsSync(status) && !/^State:\s+[ZX]/m.test(readFileSync(status, 'utf8'))
}

const signal = (pids: Iterable<number>, name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name)
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
