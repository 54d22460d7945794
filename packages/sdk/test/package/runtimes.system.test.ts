import { execFile } from 'node:child_process'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@partner-accounts/local-servers'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody } from '../scripted-api.ts'
import { areRuntimesInstalled, loadRuntime, RUNTIMES } from './installed-runtimes.ts'
import { packPackage, runNode } from './packed-package.ts'

const execute = promisify(execFile)
const bin = (name: string) => path.join(RUNTIMES, 'node_modules/.bin', name)

const { project, addTestProject } = await packPackage()
let service: RunningService | undefined
beforeAll(async () => {
  service = await startService()
  // With msw, a process of Deno does not end.
  rmSync(path.join(project, 'node_modules/msw'))
  writeFileSync(path.join(project, 'package.json'), '{ "dependencies": { "@partner-accounts/sdk": "*" } }')
})
afterAll(() => service?.stop())

const clientOptions = () => ({ baseUrl: service!.baseUrl, ...service!.credentials.demo })

describe.skipIf(!areRuntimesInstalled)('the packed package in other runtimes', () => {
  const run = async (cwd: string, command: string[], ...args: string[]) => {
    const environment = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: path.join(project, '.deno') }
    const { stdout } = await execute(bin(command[0]!), [...command.slice(1), ...args], { cwd, env: environment })
    return JSON.parse(stdout) as unknown
  }
  const RUNTIME_COMMANDS = [
    ['Bun', ['bun', 'run']],
    ['Deno', ['deno', 'run', '--allow-net', '--allow-env', '--allow-read', '--node-modules-dir=manual']],
  ] as const

  it.each(RUNTIME_COMMANDS)('%s imports it, and creates, reads and lists accounts', async (_name, command) => {
    const input = JSON.stringify([clientOptions(), accountBody()])
    expect(await run(addTestProject('esm'), [...command], 'main.mjs', input)).toEqual({ listed: true, read: true })
  })

  it.each(RUNTIME_COMMANDS)('%s runs the fake service of the testing entry', async (_name, command) => {
    expect(await run(addTestProject('runtimes'), [...command], 'kit.mjs')).toEqual({ listed: true, read: true })
  })

  it.each(RUNTIME_COMMANDS)('%s reports a failure to connect as sent: false', async (_name, command) => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/partners/v1`
    const folder = addTestProject('runtimes')
    expect(await run(folder, [...command], 'unreachable.mjs', baseUrl)).toEqual({
      name: 'ConnectionError',
      sent: false,
    })
  })

  const runJest = async (name: string, testMatch: string) => {
    const rootDir = addTestProject('runtimes')
    const moduleFileExtensions = ['js', 'json', 'cjs']
    const config = JSON.stringify({ rootDir, testMatch: [testMatch], transform: {}, moduleFileExtensions })
    const jest = path.join(RUNTIMES, 'node_modules', name, 'bin/jest.js')
    return JSON.parse(await runNode(rootDir, [jest, '--ci', '--json', '--silent', '--config', config])) as object
  }

  it('Jest loads the testing entry as CommonJS', async () => {
    expect(await runJest('jest', '**/*.test.cjs')).toMatchObject({ numPassedTests: 2, numTotalTests: 2 })
  })

  it('Jest 27, which does not read exports, loads every entry', async () => {
    expect(await runJest('jest-27', '**/*.spec.cjs')).toMatchObject({ numPassedTests: 4, numTotalTests: 4 })
  })

  it('SES lockdown freezes all prototypes, and every entry works', async () => {
    symlinkSync(path.join(RUNTIMES, 'node_modules/ses'), path.join(project, 'node_modules/ses'))
    const output = JSON.parse(await runNode(addTestProject('runtimes'), ['lockdown.cjs'])) as object
    expect(output).toEqual({ listed: 1, error: 'ApiError 56', results: ['created'], reason: 'missing-header' })
  })

  it('a Cloudflare Worker of 2024 keeps a client for all requests', async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(addTestProject('runtimes'), 'worker.mjs')],
      bundle: true,
      format: 'esm',
      write: false,
      conditions: ['workerd', 'worker'],
    })
    const { Miniflare } = (await loadRuntime('miniflare')) as { Miniflare: new (options: object) => WorkerRuntime }
    const worker = new Miniflare({
      modules: true,
      script: outputFiles[0]!.text,
      compatibilityDate: '2024-01-01',
      bindings: { OPTIONS: clientOptions() },
    })
    try {
      const request = async (url = 'http://worker.example/') => (await worker.dispatchFetch(url)).json()
      // A call that the runtime cancels must not affect later requests.
      await request('http://worker.example/unawaited')
      const total = expect.any(Number) as number
      expect(await Promise.all([1, 2, 3, 4, 5].map(() => request()))).toEqual(Array(5).fill({ total }))
      expect(await request()).toEqual({ total })
    } finally {
      await worker.dispose()
    }
  })
})

interface WorkerRuntime {
  dispatchFetch(url: string): Promise<Response>
  dispose(): Promise<void>
}
