import { mkdir, rm, rmdir, stat } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { createHash } from 'node:crypto'
import path from 'node:path'

/** sockaddr_un holds 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100
const RESPONSE_TIMEOUT_MS = 2000
/** Age after which a takeover's mark counts as left by a killed process. */
const TAKEOVER_TIMEOUT_MS = 10_000

/** A lock that the system releases when the process ends, even after kill -9. */
export interface DirectoryLock {
  release(): Promise<void>
}

/**
 * Locks a directory: PGlite does not, and a second process would lose data. The holder listens on a Unix socket;
 * without a listener, the socket is taken over.
 * @throws Error that names the process holding the directory
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const socketPath = lockPath(directory)
  const server = await listen(socketPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return takeOver(directory, socketPath)
  })
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Only one process may replace a dead holder: a second process would remove the new socket of the first. */
async function takeOver(directory: string, socketPath: string): Promise<Server> {
  const mark = `${socketPath}.takeover`
  await removeAbandoned(mark)
  await mkdir(mark).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? inUse(directory, 'another process that is starting') : error
  })
  try {
    const holder = await queryHolder(socketPath)
    if (holder !== undefined) throw inUse(directory, holder)
    await rm(socketPath, { force: true })
    return await listen(socketPath)
  } finally {
    await rmdir(mark)
  }
}

const inUse = (directory: string, holder: string) => new Error(`${path.resolve(directory)} is in use by ${holder}`)

async function removeAbandoned(mark: string): Promise<void> {
  const existing = await stat(mark).catch(() => undefined)
  if (existing && Date.now() - existing.mtimeMs > TAKEOVER_TIMEOUT_MS) await rmdir(mark).catch(() => undefined)
}

function lockPath(directory: string): string {
  const inside = path.join(path.resolve(directory), 'lock.sock')
  if (process.platform === 'win32') return `\\\\.\\pipe\\${fingerprint(inside)}`
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES
    ? inside
    : path.join(tmpdir(), `${fingerprint(inside)}.sock`)
}

const fingerprint = (text: string) => `partner-accounts-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

function listen(socketPath: string): Promise<Server> {
  const since = new Date().toISOString()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`process ${process.pid}, running since ${since}`)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, () => resolve(server))
  })
}

/** Returns a description of the process that holds the lock, or `undefined` if it has ended. */
function queryHolder(socketPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let response = ''
    const socket = createConnection(socketPath)
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy(new Error('no response')))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      response += text
    })
    socket.on('end', () => resolve(response))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isAbandoned = error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
      resolve(isAbandoned ? undefined : 'another process, which does not respond')
    })
  })
}
