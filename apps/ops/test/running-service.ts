import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startService as startBuilt, untilReady } from '@partner-accounts/local-servers'
import { createDataDirectory } from '@partner-accounts/local-servers/data-directory'

const SERVICE = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const CLI = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** The exit code and the output of a process. */
export interface Ended {
  exitCode: number | null
  output: string
  errors: string
}

/** The built service, as a separate process with a new data directory. */
export interface RunningService {
  baseUrl: string
  /** The working directory of the service. Contains `.data`. */
  folder: string
  /** The environment variables with which the CLI finds the service. */
  environment: Record<string, string>
  /** Runs the built CLI with only `environment` and the given variables. */
  ops(args: readonly string[], environment?: Record<string, string>): Promise<Ended>
  /** Runs the CLI on a terminal, and types a line when it prints the question. Returns what the terminal shows. */
  opsOnTerminal(
    args: readonly string[],
    question: string,
    reply: string,
  ): Promise<{ exitCode: number | null; shown: string }>
  /** Runs the CLI with `--json` and parses its output. */
  opsJson(...args: string[]): Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any
  /** Returns everything that all runs of the CLI have printed so far, on standard output and standard error. */
  cliOutput(): string
  /** Returns the decoded mails to this address, once there are `atLeast` of them. */
  mailsTo(recipient: string, atLeast: number): Promise<string[]>
  stop(): Promise<void>
}

export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-ops-'))
  const data = path.join(folder, '.data')
  await createDataDirectory(SERVICE, data)
  const environment = { PORT: String(await freePort()), DATA_DIR: data }
  const service = startBuilt(SERVICE, folder, { ...environment, RATE_LIMIT_REQUESTS: '1000000' })
  await untilReady(service)
  const printed: string[] = []

  const ops: RunningService['ops'] = async (args, changes = {}) => {
    const end = await runNode([CLI, ...args], folder, { ...environment, ...changes })
    printed.push(end.output, end.errors)
    return end
  }
  return {
    baseUrl: `http://127.0.0.1:${environment.PORT}/partners/v1`,
    folder,
    environment,
    ops,
    opsOnTerminal: (args, question, reply) =>
      new Promise((resolve, reject) => {
        const line = [process.execPath, CLI, ...args].join(' ')
        const env = { PATH: process.env['PATH'], ...environment }
        const terminal = spawn('script', ['-qec', line, '/dev/null'], { cwd: folder, env })
        let shown = ''
        let hasReplied = false
        terminal.stdout.on('data', (chunk: Buffer) => {
          shown += chunk.toString()
          if (hasReplied || !shown.includes(question)) return
          hasReplied = true
          terminal.stdin.end(`${reply}\n`)
        })
        terminal.once('error', reject)
        terminal.once('close', (exitCode) => {
          printed.push(shown)
          resolve({ exitCode, shown })
        })
      }),
    async opsJson(...args) {
      const { exitCode, output, errors } = await ops([...args, '--json'])
      if (exitCode !== 0) throw new Error(`${args.join(' ')} exited with ${exitCode}: ${errors}`)
      return JSON.parse(output)
    },
    cliOutput: () => printed.join('\n'),
    mailsTo: (recipient, atLeast) => waitForMails(path.join(environment.DATA_DIR, 'mail'), recipient, atLeast),
    async stop() {
      service.process.kill('SIGKILL')
      await service.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the demo user of test mode. */
export function readTestUser({ folder }: RunningService): { email: string; password: string } {
  const users = JSON.parse(readFileSync(path.join(folder, '.data/demo.json'), 'utf8')) as Record<string, string>[]
  const { email = '', password = '' } = users.find((user) => user['email']?.startsWith('test@')) ?? {}
  return { email, password }
}

export const runNode = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, output, errors }))
  })

/** Polls `query` until it returns a value. Rejects after a minute. */
async function waitForValue<T>(query: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const value = await query()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`timed out after a minute waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const waitForMails = (directory: string, recipient: string, atLeast: number) =>
  waitForValue(() => {
    const mails = readMails(directory).filter((mail) => mail.includes(recipient))
    return mails.length >= atLeast ? mails : undefined
  }, `${atLeast} mails to ${recipient}`)

function readMails(directory: string): string[] {
  try {
    const files = readdirSync(directory).filter((file) => file.endsWith('.eml'))
    return files.map((file) => decodeQuotedPrintable(readFileSync(path.join(directory, file), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Decodes quoted-printable text (RFC 2045, 6.7). Sufficient for links, which are ASCII. */
const decodeQuotedPrintable = (mail: string) =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
