import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endProcess, freePort } from '@partner-accounts/local-servers'
import { Debugger, type SourceLine } from '@partner-accounts/local-servers/debugger'
import { afterEach, expect, it, vi } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-breakpoints-'))
let service: ChildProcess | undefined
let session: Debugger | undefined

afterEach(async () => {
  session?.close()
  if (service) await endProcess(service, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the command of package.json, without the build before it, and with the argument that pnpm would append. */
function commandOf(script: 'start' | 'dev'): string {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>
  }
  return `${scripts[script].split(' && ').slice(1).join(' && ')} --inspect=127.0.0.1:0`
}

function lineOf(file: string, text: string): SourceLine {
  const name = path.join(ROOT, file)
  const lines = readFileSync(name, 'utf8').split('\n')
  expect(lines.filter((content) => content.includes(text))).toHaveLength(1)
  return { url: pathToFileURL(name).href, line: lines.findIndex((content) => content.includes(text)) + 1 }
}

it.each(['start', 'dev'] as const)(
  'pnpm %s --inspect stops at the lines of TypeScript sources, of the service and of a package',
  async (script) => {
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    const environment = { PATH: process.env['PATH'], PORT: port, DATA_DIR: folder, PUBLIC_URL: origin }
    service = spawn('sh', ['-c', commandOf(script)], { cwd: ROOT, env: environment })
    let output = ''
    for (const stream of [service.stdout, service.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    await vi.waitFor(() => expect(output).toMatch(/: ready\b/), { timeout: 120_000 })
    const debuggers = [...output.matchAll(/Debugger listening on (\S+)/g)]
    expect(debuggers).toHaveLength(1)
    session = await Debugger.attach(debuggers[0]![1]!)

    const inService = lineOf('apps/server/src/http/health-plugin.ts', 'const ready = ')
    await session.setBreakpoint(inService)
    const health = fetch(`${origin}/health/ready`)
    await expect.poll(() => session?.takePauses()).toEqual([inService])
    expect((await health).status).toBe(200)

    const inPackage = lineOf('packages/core/src/identity/issue-token.ts', 'const address = normalizeEmail(input.email)')
    await session.setBreakpoint(inPackage)
    const body = JSON.stringify({ email: 'nobody@partner.example', password: 'wrong' })
    const signIn = fetch(`${origin}/partners/v1/tokens`, { method: 'POST', body })
    await expect.poll(() => session?.takePauses()).toEqual([inPackage])
    expect((await signIn).status).toBe(401)
  },
)
