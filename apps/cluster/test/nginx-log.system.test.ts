import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, nginxProgram, startNginx } from '@partner-accounts/local-servers'
import { expect, it } from 'vitest'

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/nginx', import.meta.url))
const CPF = '98765432100'
const TOKEN = 'token-of-an-unused-activation-link'
const program = nginxProgram()

it.skipIf(program === undefined)(
  'nginx logs no tax ID and no activation link while the instances are down (skipped if nginx is not installed)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-nginx-'))
    const port = await freePort()
    const first = await freePort()
    const second = await freePort()
    const services = [`127.0.0.1:${first}`, `127.0.0.1:${second}`]
    const nginx = await startNginx({ program: program!, configuration: CONFIGURATION, folder, port, services })
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
    rmSync(folder, { recursive: true, force: true })
    expect(nginx.output()).not.toContain(CPF)
    expect(nginx.output()).not.toContain(TOKEN)
  },
)
