import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createData, freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import { accountBody, type PartnerClient, signedIn } from '../harness.ts'

/** Includes a margin for a busy machine. */
const MAX_RESPONSE_MS = 15_000
const MAX_CREATIONS = 6_000
/** The maximum of most texts, in code points. Accounts with such texts fill the disk soonest. */
const MAX_TEXT_LENGTH = 200

/** Mounts a small disk and returns its folder, or `undefined` if this process lacks the privilege to mount. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

/** Returns an incompressible text of four bytes a character. */
const longText = () =>
  String.fromCodePoint(...Array.from({ length: MAX_TEXT_LENGTH }, () => 0x20000 + randomInt(0x9000)))

function longestBody() {
  const body = accountBody()
  const { company_doc } = body
  const street_name = longText()
  const neighborhood = longText()
  const complement = longText()
  const city = longText()
  const address = { ...company_doc.address, street_name, neighborhood, complement, city }
  return {
    ...body,
    full_name: longText(),
    company_doc: { ...company_doc, name: longText(), trade_name: longText(), address },
  }
}

const disk = mountSmallDisk()

describe.skipIf(disk === undefined)(
  'The service with an embedded database on a full disk (requires the privilege to mount a disk)',
  () => {
    const folder = disk ?? ''
    const filler = path.join(folder, 'filler')
    let data: string
    let service: StartedService
    let baseUrl: string
    let partner: PartnerClient
    beforeEach(async () => {
      data = path.join(folder, 'data')
      await createData(data)
      const port = await freePort()
      service = startBuiltService(folder, { PORT: String(port), DATA_DIR: data, RATE_LIMIT_REQUESTS: '1000000' })
      await untilReady(service)
      baseUrl = `http://127.0.0.1:${port}/partners/v1`
      const [{ email, password }] = JSON.parse(readFileSync(path.join(data, 'demo.json'), 'utf8'))
      // Signing in requires only the credentials.
      partner = await signedIn({ baseUrl }, { id: '', partnerId: '', email, password })
    })
    afterEach(async () => {
      service.process.kill('SIGKILL')
      await service.ended
      for (const name of [filler, data]) rmSync(name, { recursive: true, force: true })
    })
    afterAll(() => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    })

    const fillDisk = (bytesLeft: number) => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - bytesLeft))
    }
    const create = async () => {
      const body = longestBody()
      const started = performance.now()
      const response = await partner.post('/partner-accounts', body)
      expect(performance.now() - started).toBeLessThan(MAX_RESPONSE_MS)
      return response
    }

    it.each([
      ['its tables', 128 * 1024],
      // Less than the 16 MB of the log's next file. PostgreSQL panics if it cannot create that file, and is opened again.
      ['its log', 12 * 1024 * 1024],
    ])(
      'returns 503 while there is no space for %s, keeps every acknowledged account, and recovers once there is space',
      async (_case, bytesLeft) => {
        fillDisk(bytesLeft)
        const acknowledged: string[] = []
        let response = await create()
        for (let made = 0; response.status === 200 && made < MAX_CREATIONS; made++) {
          acknowledged.push(response.body._id)
          response = await create()
        }
        for (let more = 0; more < 5; more++) {
          expect(response).toMatchObject({ status: 503, body: { _status: 'ERR', _code: 503 } })
          expect(response.headers.get('retry-after')).toBe('5')
          response = await create()
        }

        rmSync(filler)
        await vi.waitFor(async () => expect((await create()).status).toBe(200), { timeout: 30_000, interval: 200 })
        const found = await Promise.all(acknowledged.slice(-20).map((id) => partner.get(`/partner-accounts/${id}`)))
        expect(found.map(({ body }) => body._id)).toEqual(acknowledged.slice(-20))
        // The creation after the recovery is the additional one.
        expect((await partner.get('/partner-accounts')).body._meta.total).toBe(acknowledged.length + 1)
      },
    )
  },
)
