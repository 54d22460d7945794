import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

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
  /** Ends it, paused or killed as it may be, and throws its data away. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL of the test's own, on a free port of the loopback and in a throw-away folder. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-pg-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if ('uid' in user) execFileSync('chown', [`${user.uid}:${user.gid}`, folder])
  const data = path.join(folder, 'data')
  execFileSync(`${programs}/initdb`, ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...user,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const start = () => {
    const parameters = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    return untilReady(spawn(`${programs}/postgres`, parameters, { ...user, stdio: ['ignore', 'ignore', 'pipe'] }))
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
      await kill()
      rmSync(folder, { recursive: true, force: true })
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
