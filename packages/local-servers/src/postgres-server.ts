import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { killWithChildren, withChildren, signal } from './process-tree.ts'
import { postgresUser } from './system-user.ts'
import { waitForOutput } from './wait-for-output.ts'

const INSTALLED = '/usr/lib/postgresql'

/** Returns the folder of the newest installed version's programs. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => `${INSTALLED}/${version}/bin`).find((folder) => existsSync(`${folder}/postgres`))
}

export interface PostgresServer {
  url: string
  /** SIGKILL to all processes: nothing completes, and clients get no notice. */
  kill(): Promise<void>
  /** Starts a killed server again, with the same data and port. */
  restart(): Promise<void>
  /** SIGSTOP to all processes: connections stay open without responses. */
  pause(): void
  resume(): void
  /** Stops even a paused or killed server. Deletes its data unless `folder` is set. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Keeps the data in its folder `data`. Default: a temporary folder that `stop` deletes. */
  folder?: string
  /** Starts a process group, which Ctrl-C does not stop. */
  detached?: boolean
  /** As `name=value`. */
  settings?: readonly string[]
  /** Password of the user `postgres`. Default: every connection is trusted. */
  password?: string | undefined
}

/** Starts a server on a free port, with new data unless `folder` contains some. */
export async function startPostgres(
  programs: string,
  { folder: keptFolder, detached = false, settings: otherSettings = [], password }: PostgresOptions = {},
): Promise<PostgresServer> {
  const folder = keptFolder ?? mkdtempSync(path.join(tmpdir(), 'partner-accounts-pg-'))
  mkdirSync(folder, { recursive: true })
  const user = postgresUser()
  if (user.uid !== undefined) execFileSync('chown', [`${user.uid}:${user.gid}`, folder])
  const data = path.join(folder, 'data')
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const passwordFile = path.join(folder, 'password')
    if (password !== undefined) writeFileSync(passwordFile, password)
    const authentication =
      password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const parameters = ['-D', data, '-U', 'postgres', ...authentication, '-E', 'UTF8', '--locale=C.UTF-8']
    execFileSync(`${programs}/initdb`, parameters, { ...user, stdio: 'pipe' })
    rmSync(passwordFile, { force: true })
  }
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...otherSettings]
  if (keptFolder === undefined) settings.push('fsync=off')
  const start = async () => {
    const parameters = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const started = spawn(`${programs}/postgres`, parameters, {
      ...user,
      detached,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await waitForOutput(started, started.stderr, /ready to accept (read-only )?connections/)
    return started
  }
  let server = await start()
  const pause = () => signal(processesOf(server), 'SIGSTOP')
  // Resumes in the reverse order of `pause`: the parent last.
  const resume = () => signal([...processesOf(server)].reverse(), 'SIGCONT')
  const kill = async () => {
    const { pid, exitCode, signalCode } = server
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const ended = once(server, 'exit')
    // PostgreSQL does not start while a process of the previous server runs.
    await Promise.all([killWithChildren(pid), ended])
  }
  const credentials = password === undefined ? 'postgres' : `postgres:${password}`
  return {
    url: `postgresql://${credentials}@127.0.0.1:${port}/postgres`,
    kill,
    async restart() {
      server = await start()
    },
    pause,
    resume,
    async stop() {
      if (keptFolder === undefined) {
        await kill()
        rmSync(folder, { recursive: true, force: true })
      } else if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        // A paused server would not shut down.
        resume()
        // SIGINT requests a fast shutdown.
        server.kill('SIGINT')
        await ended
      }
    },
  }
}

function* processesOf({ pid, exitCode, signalCode }: ChildProcess): Generator<number> {
  if (pid !== undefined && exitCode === null && signalCode === null) yield* withChildren(pid)
}
