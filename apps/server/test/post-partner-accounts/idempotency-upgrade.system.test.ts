import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sampleAccount } from '@partner-accounts/rules'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort, startBuiltService, untilReady } from '../built-service.ts'

const NEXT_BUILD = new URL('next-build.mjs', import.meta.url)

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Create = (key: string, body: object) => Promise<{ status: number; text: string }>

/** Runs a build of the service on the same data while `use` runs, then stops it. */
async function withBuild(environment: Record<string, string>, use: (create: Create) => Promise<void>): Promise<void> {
  const port = await freePort()
  const service = startBuiltService(folder, {
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    ...environment,
  })
  try {
    await untilReady(service)
    const baseUrl = `http://127.0.0.1:${port}/partners/v1`
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { token } = (await (await post('/tokens', demoUser())).json()) as { token: string }
    await use(async (key, body) => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
      const response = await post('/partner-accounts', body, headers)
      return { status: response.status, text: await response.text() }
    })
  } finally {
    service.process.kill('SIGTERM')
    await service.ended
  }
}

function demoUser(): object {
  const text = readFileSync(path.join(folder, 'data', 'demo.json'), 'utf8')
  const [email, password] = /"(demo@partner\.example)"[^]*?"password": *"([^"]+)"/.exec(text)?.slice(1) ?? []
  return { email, password }
}

const bodyOf = (name: string, website?: string) => {
  const { company_doc, ...person } = sampleAccount({ email: `${name}@estrela.example` })
  return { ...person, company_doc: { ...company_doc, ...(website !== undefined && { website }) } }
}
const WEBSITE = 'https://estrela.example'

describe('An upgrade to a build with an additional field', () => {
  it('replays creations of the earlier build, with and without the field, and rejects different bodies', async () => {
    const created = new Map<string, { status: number; text: string }>()
    const bodies: [key: string, body: object][] = [
      ['without', bodyOf('without')],
      ['with', bodyOf('with', WEBSITE)],
    ]
    await withBuild({}, async (create) => {
      for (const [key, body] of bodies) created.set(key, await create(key, body))
      // This build does not know the field, so another value makes no difference.
      expect(await create('with', bodyOf('with', 'https://other.example'))).toEqual(created.get('with'))
    })
    expect([...created.values()].map(({ status }) => status)).toEqual([200, 200])

    await withBuild({ NODE_OPTIONS: `--import=${NEXT_BUILD.href}` }, async (create) => {
      for (const [key, body] of bodies) expect(await create(key, body)).toEqual(created.get(key))
      expect((await create('without', { ...bodyOf('without'), employees_quantity: 13 })).status).toBe(422)
      // This build compares the field in its creations.
      expect((await create('new', bodyOf('new', WEBSITE))).status).toBe(200)
      expect((await create('new', bodyOf('new', 'https://other.example'))).status).toBe(422)
    })
  })
})
