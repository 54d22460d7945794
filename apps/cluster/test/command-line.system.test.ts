import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, withChildren } from '@partner-accounts/local-servers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { describeCluster } from './describe-cluster.ts'
import { WORKSPACE } from './image-recipe.ts'

const MAIN = path.join(WORKSPACE, 'apps/cluster/dist/main.js')

/** Returns the ids of a process's children and of their children. */
function descendantsOf(pid: number): number[] {
  const [, ...children] = withChildren(pid)
  return children.flatMap((child) => [...withChildren(child)])
}

/** Returns whether a process runs. A zombie has no command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

describe('pnpm cluster', () => {
  it('prints the missing programs with their Debian packages and exits with 1', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN], { env: { PATH: '/nowhere' }, encoding: 'utf8' })
    // Expects only Redis, because it is searched for in PATH only. The other programs may be found elsewhere.
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: not found on this machine: .*redis-server \(Debian package redis-server\)/),
    ])
  })

  it('rejects --instances 0 with the allowed range', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, '--instances', '0'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('a whole number from 1 to 16')])
  })

  it('rejects --ha with --directory: a later start could not reuse the cluster of database servers', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, '--ha', '--directory', 'x'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`'--ha' cannot be used with option '--directory`)])
  })
})

describeCluster('pnpm cluster --directory', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-kept-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Starts the cluster, runs `verify`, and stops it with SIGINT. */
  async function runCluster(
    verify: (origin: string, operator: Record<string, string>) => Promise<void>,
  ): Promise<void> {
    const port = await freePort()
    const args = [MAIN, '--port', String(port), '--directory', folder, '--instances', '1']
    const cluster = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => cluster.once('close', resolve))
    let output = ''
    cluster.stdout.on('data', (text: Buffer) => {
      output += text.toString()
    })
    try {
      await vi.waitFor(() => expect(output).toContain('Ctrl-C stops all of it'), { timeout: 300_000, interval: 100 })
      const file = path.join(folder, 'operator.env')
      expect(output).toContain(file)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const pairs = readFileSync(file, 'utf8').trim().split(' ')
      await verify(`http://127.0.0.1:${port}`, Object.fromEntries(pairs.map((pair) => pair.split('='))))
    } finally {
      const programs = descendantsOf(cluster.pid!)
      cluster.kill('SIGINT')
      expect(await ended).toBe(0)
      // PostgreSQL, Redis, nginx and an instance, with the processes that the first and the third start.
      expect(programs.length).toBeGreaterThan(5)
      expect(programs.filter(isRunning)).toEqual([])
    }
  }

  it('serves behind nginx, accepts the operator CLI, stops every process, and reuses its data at the next start', async () => {
    const ops = (environment: Record<string, string>, ...args: string[]): unknown => {
      const cli = path.join(WORKSPACE, 'apps/ops/dist/main.js')
      const { stdout } = spawnSync(process.execPath, [cli, ...args, '--json'], { env: environment, encoding: 'utf8' })
      return JSON.parse(stdout)
    }
    await runCluster(async (origin, operator) => {
      expect((await fetch(`${origin}/health/ready`)).status).toBe(200)
      ops(operator, 'partner', 'create', '--name', 'Revenda Kept')
    })
    await runCluster((_origin, operator) => {
      expect(JSON.stringify(ops(operator, 'partner', 'list'))).toContain('Revenda Kept')
      return Promise.resolve()
    })
    expect(existsSync(path.join(folder, 'instance-1.log'))).toBe(true)
  }, 600_000)
})
