import { copyFileSync, rmSync } from 'node:fs'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { createPrivateCa, type PrivateCa, type PostgresServer } from '@partner-accounts/local-servers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openServerPool } from '../src/driver/open-server-pool.ts'
import { openDatabase, SERVER_DEFAULTS } from '../src/index.ts'
import { databasesOfThisFile, SERVER_MISSING } from './opened-databases.ts'

const { startServer } = databasesOfThisFile()
const TLS_FAILS = expect.stringMatching(/^DATABASE_URL requires TLS, which fails \(/) as string

describe.skipIf(SERVER_MISSING)('PostgreSQL over TLS with a private CA (requires PostgreSQL)', () => {
  let ca: PrivateCa
  let server: PostgresServer
  beforeAll(async () => {
    ca = createPrivateCa()
    if (process.getuid?.() === 0) ca.giveTo('postgres')
    server = await startServer()
    const admin = new Client({ connectionString: server.url })
    await admin.connect()
    for (const [setting, value] of [
      ['ssl_cert_file', ca.certificate],
      ['ssl_key_file', ca.key],
      ['ssl', 'on'],
    ] as const) {
      await admin.query(`ALTER SYSTEM SET ${setting} = '${value}'`)
    }
    await admin.query('SELECT pg_reload_conf()')
    await vi.waitFor(async () => expect((await admin.query('SHOW ssl')).rows).toEqual([{ ssl: 'on' }]), 30_000)
    await admin.end()
  })
  afterAll(() => ca.remove())

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
  const verified = () => ({ sslmode: 'verify-full', sslrootcert: ca.ca })

  it('migrate succeeds with sslmode=verify-full and the CA in sslrootcert', async () => {
    expect(await migrate(urlOf('localhost', verified()))).toEqual([{ ssl: true }])
  })

  it('connects with the last certificates while their file is missing, also for a statement that waits in the pool', async () => {
    const copiedCa = `${ca.ca}.copy`
    copyFileSync(ca.ca, copiedCa)
    const url = urlOf('localhost', { sslmode: 'verify-full', sslrootcert: copiedCa })
    const pool = openServerPool(url, { ...SERVER_DEFAULTS, poolSize: 1 })
    try {
      const client = await pool.connect()
      rmSync(copiedCa)
      const waiting = pool.query('SELECT 1 AS one')
      // The pool opens a connection for the statement that waits.
      client.release(true)
      expect((await waiting).rows).toEqual([{ one: 1 }])
    } finally {
      await pool.end()
    }
  })

  it('migrate rejects the server without the CA', async () => {
    const code = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
    await expect(migrate(urlOf('localhost', { sslmode: 'verify-full' }))).rejects.toMatchObject({
      cause: { code },
      message: TLS_FAILS,
    })
  })

  it('migrate rejects the server under a host name that is not in its certificate', async () => {
    const code = 'ERR_TLS_CERT_ALTNAME_INVALID'
    await expect(migrate(urlOf('127.0.0.1', verified()))).rejects.toMatchObject({ cause: { code }, message: TLS_FAILS })
  })
})
