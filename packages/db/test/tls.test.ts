import { newSealingKeys } from '@partner-accounts/core/testing'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../src/index.ts'
import { SERVER_MISSING } from './opened-databases.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-tls-'))
const file = (name: string) => path.join(folder, name)
const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' })

/** Creates a private CA and a certificate for `localhost` that it signed. */
function createCertificates(): void {
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Private CA')
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signing)
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', folder])
  execFileSync('chmod', ['600', file('server.key')])
}

describe.skipIf(SERVER_MISSING)('PostgreSQL over TLS with a private CA (skipped: no PostgreSQL installed)', () => {
  let server: PostgresServer
  beforeAll(async () => {
    createCertificates()
    server = await startPostgres(postgresPrograms() ?? '')
    const admin = new Client({ connectionString: server.url })
    await admin.connect()
    for (const [setting, value] of [
      ['ssl_cert_file', file('server.pem')],
      ['ssl_key_file', file('server.key')],
      ['ssl', 'on'],
    ] as const) {
      await admin.query(`ALTER SYSTEM SET ${setting} = '${value}'`)
    }
    await admin.query('SELECT pg_reload_conf()')
    await vi.waitFor(async () => expect((await admin.query('SHOW ssl')).rows).toEqual([{ ssl: 'on' }]), 30_000)
    await admin.end()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const urlOf = (host: string, parameters: Record<string, string>) => {
    const url = new URL(server.url)
    url.hostname = host
    url.search = new URLSearchParams(parameters).toString()
    return url.href
  }
  const migrate = async (url: string) => {
    const database = await openDatabase({ url }, newSealingKeys())
    try {
      await database.migrate()
      const { rows } = await database.pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
      return rows as unknown
    } finally {
      await database.close()
    }
  }
  const verified = { sslmode: 'verify-full', sslrootcert: file('ca.pem') }

  it('migrate succeeds with sslmode=verify-full and the CA in sslrootcert', async () => {
    expect(await migrate(urlOf('localhost', verified))).toEqual([{ ssl: true }])
  })

  it('migrate rejects the server without the CA', async () => {
    const code = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
    await expect(migrate(urlOf('localhost', { sslmode: 'verify-full' }))).rejects.toMatchObject({ code })
  })

  it('migrate rejects the server under a host name that is not in its certificate', async () => {
    const code = 'ERR_TLS_CERT_ALTNAME_INVALID'
    await expect(migrate(urlOf('127.0.0.1', verified))).rejects.toMatchObject({ code })
  })
})
