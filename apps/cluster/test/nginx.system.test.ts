import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, nginxProgram, startHttpServer, startNginx } from '@partner-accounts/local-servers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/nginx', import.meta.url))
const CPF = '98765432100'
const TOKEN = 'token-of-an-unused-activation-link'
/** More than the system's buffers of a connection hold. */
const LONG_RESPONSE = Buffer.alloc(20 * 1024 * 1024)
const program = nginxProgram()

/** Returns the files in a folder that processes have open, including deleted ones. */
function openFilesIn(folder: string): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.flatMap((pid) => {
    try {
      const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      return files.filter((file) => file.startsWith(`${folder}/`))
    } catch {
      // The process has ended, or has closed a file.
      return []
    }
  })
}

describe.skipIf(program === undefined)('nginx with the configuration of deploy/nginx (requires nginx)', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-nginx-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const start = async (services: readonly string[]) =>
    startNginx({ program: program!, configuration: CONFIGURATION, folder, port: await freePort(), services })

  it('logs no tax ID and no activation link while the instances are down', async () => {
    const nginx = await start([`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`])
    for (const target of [
      `/partners/v1/partner-accounts/${CPF}`,
      `/activate?token=${TOKEN}`,
      `/trpc/accounts.get?input=${CPF}`,
    ]) {
      expect((await fetch(`${nginx.origin}${target}`)).status).toBe(503)
    }
    const body = 'x'.repeat(2 * 1024 * 1024)
    expect((await fetch(`${nginx.origin}/partners/v1/tokens/${CPF}`, { method: 'POST', body })).status).toBe(413)
    // Ended processes have written their whole log.
    await nginx.stop()
    expect(nginx.output()).not.toContain(CPF)
    expect(nginx.output()).not.toContain(TOKEN)
  })

  it('keeps no files for a client that does not read, because many such clients would fill its disk', async () => {
    const service = await startHttpServer((_request, response) => response.end(LONG_RESPONSE))
    onTestFinished(() => service.stop())
    const nginx = await start([new URL(service.origin).host])
    onTestFinished(() => nginx.stop())
    const { hostname, port } = new URL(nginx.origin)
    const slow = connect(Number(port), hostname)
    onTestFinished(() => void slow.destroy())
    slow.write('GET / HTTP/1.1\r\nHost: l\r\n\r\n')
    await once(slow, 'readable')
    const other = await (await fetch(nginx.origin)).arrayBuffer()
    expect(other.byteLength).toBe(LONG_RESPONSE.length)
    expect(openFilesIn(path.join(folder, 'proxy'))).toEqual([])
  })
})
