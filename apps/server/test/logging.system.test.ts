import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, closeSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createData, freePort, MAIN } from './built-service.ts'
import { scrape } from './observation/scrape.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-logging-'))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(stdout: number | 'pipe', environment: Record<string, string> = {}, command?: string) {
  const port = await freePort()
  const data = path.join(folder, String(port))
  await createData(data)
  const env = { PORT: String(port), DATA_DIR: data, LOG_FORMAT: 'json', ...environment }
  const child = spawn(process.execPath, command === undefined ? [MAIN] : [MAIN, command], {
    env,
    cwd: folder,
    stdio: ['ignore', stdout, 'pipe'],
  })
  started.push(child)
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  const origin = `http://127.0.0.1:${port}`
  /** Returns `undefined` while the service does not listen. */
  const statusOf = async (target: string) => {
    try {
      const response = await fetch(`${origin}${target}`)
      await response.text()
      return response.status
    } catch {
      return undefined
    }
  }
  return { child, ended, origin, statusOf }
}

describe('A log that cannot be written', () => {
  it('on a full disk drops lines and counts them, and the service responds and stops', async () => {
    const full = openSync('/dev/full', 'w')
    const { child, ended, origin, statusOf } = await start(full)
    closeSync(full)
    await expect.poll(() => statusOf('/health/ready'), { timeout: 60_000 }).toBe(200)
    for (let index = 0; index < 50; index += 1) expect(await statusOf('/partners/v1/partner-accounts')).toBe(401)
    await expect.poll(async () => (await scrape(origin)).get('log_lines_dropped_total')).toBeGreaterThan(50)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('on a pipe that nobody reads drops lines, reports them when it is read again, and the service stops', async () => {
    const { child, ended, origin, statusOf } = await start('pipe')
    await expect.poll(() => statusOf('/health/ready'), { timeout: 60_000 }).toBe(200)
    const countDropped = async () => (await scrape(origin)).get('log_lines_dropped_total') ?? 0
    while ((await countDropped()) === 0) {
      await Promise.all(Array.from({ length: 200 }, () => statusOf('/partners/v1/partner-accounts')))
    }
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await expect.poll(() => output, { timeout: 30_000 }).toContain('log lines were dropped')
    // Fills the pipe again, so that the service also stops while nobody reads it.
    child.stdout!.pause()
    for (let batch = 0; batch < 5; batch += 1) {
      await Promise.all(Array.from({ length: 200 }, () => statusOf('/partners/v1/partner-accounts')))
    }
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('on a pipe that is closed does not end the service', async () => {
    const { child, ended, statusOf } = await start('pipe')
    child.stdout!.destroy()
    await expect.poll(() => statusOf('/health/ready'), { timeout: 60_000 }).toBe(200)
    for (let index = 0; index < 50; index += 1) expect(await statusOf('/partners/v1/partner-accounts')).toBe(401)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

describe('SIGTERM before the service listens', () => {
  it.each([
    ['the service', undefined],
    ['`migrate`', 'migrate'],
  ])('ends %s while it waits for the database', async (_name, command) => {
    // Process 1 of a container has no default action for signals, so it would ignore SIGTERM without a handler.
    const port = await freePort()
    const { child, ended } = await start(
      'pipe',
      { DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/x`, DATABASE_START_TIMEOUT_MS: '600000' },
      command,
    )
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await expect.poll(() => output, { timeout: 30_000 }).toContain('database unreachable')
    child.kill('SIGTERM')
    // 128 and the number of SIGTERM, which is 15.
    expect(await ended).toBe(143)
    expect(output).toContain('"signal":"SIGTERM","msg":"stopping"')
  })
})
