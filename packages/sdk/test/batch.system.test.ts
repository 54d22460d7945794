import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { PartnerAccounts } from '../src/index.ts'
import type { JournalEntry } from '../src/node/batch/index.ts'
import { sampleAccountBody } from '../src/testing/index.ts'
import { type Failure, startFailingProxy } from './failing-proxy.ts'
import { packPackage } from './package/packed-package.ts'
import { startService } from './running-service.ts'

const { project } = await packPackage()
const ROWS = 200
const KILLS = 7
const RESULTS_UNTIL_KILL = 20
const FAILURE_RATE = 0.2
const FAILURES: Failure[] = ['dropped before', 'dropped after', 'cut body', '429', '502 after', 'delayed']

const PROGRAM = `
  import { readFileSync } from 'node:fs'
  import { PartnerAccounts } from '@partner-accounts/sdk'
  import { createMany } from '@partner-accounts/sdk/batch'
  const [file, resultsUntilKill] = process.argv.slice(1)
  const { options, rows, journal } = JSON.parse(readFileSync(file, 'utf8'))
  const client = new PartnerAccounts(options)
  const results = createMany(client, rows, { journal, concurrency: 25 })
  let created = 0
  for await (const { status } of results)
    if (status === 'created' && ++created === Number(resultsUntilKill)) process.kill(process.pid, 'SIGKILL')`

it('createMany creates every account once and stores its secret, although it is killed seven times behind a failing proxy', async () => {
  const service = await startService()
  const failure = () => (Math.random() < FAILURE_RATE ? FAILURES[Math.floor(Math.random() * FAILURES.length)]! : 'none')
  const proxy = await startFailingProxy(service.baseUrl, failure)
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-batch-'))
  try {
    const rows = Array.from({ length: ROWS }, () => sampleAccountBody())
    const journal = path.join(folder, 'rows.journal.jsonl')
    const file = path.join(folder, 'rows.json')
    const options = { baseUrl: proxy.baseUrl, ...service.credentials.demo, maxRetries: 10 }
    writeFileSync(file, JSON.stringify({ options, rows, journal }))

    for (let kill = 0; kill < KILLS; kill++) expect(await run(file, RESULTS_UNTIL_KILL)).toBe('SIGKILL')
    expect(await run(file)).toBe(0)

    const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials.demo })
    const lines = readFileSync(journal, 'utf8').trim().split('\n')
    const accounts = new Map(lines.map((line) => (JSON.parse(line) as JournalEntry).account!).map((a) => [a._id, a]))
    expect((await client.accounts.list()).meta.total).toBe(ROWS)
    expect(accounts.size).toBe(ROWS)
    for (const { _id, secret, api_token } of accounts.values()) {
      expect(await client.accounts.get(_id, { secret: secret! })).toMatchObject({ api_token })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await proxy.close()
    await service.stop()
  }
})

/** Returns the exit code, or the signal that the program sends to itself after `resultsUntilKill` results. */
function run(file: string, resultsUntilKill = Infinity): Promise<number | NodeJS.Signals | null> {
  const args = ['--input-type=module', '-e', PROGRAM, file, String(resultsUntilKill)]
  const child = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
}
