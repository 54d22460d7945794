import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type MockServer, startMockServer } from '../src/node/cli/mock-server.ts'

/** What tests of the command line use: a fake service over HTTP, an empty folder, and credentials. */
class CliService {
  server!: MockServer
  /** Empty at the beginning of each test. */
  folder = ''
  /** Environment of the command line, with the service's address and credentials. */
  env: Record<string, string> = {}

  /** Returns the requests that created accounts, since the beginning of the test. */
  creations() {
    return this.server.service.requests.filter(({ operation }) => operation === 'createPartnerAccount')
  }
}

/** Starts the fake service for the tests of a file, and resets it before each test. */
export function useCliService(): CliService {
  const cli = new CliService()
  beforeAll(async () => {
    cli.server = await startMockServer({ rateLimit: { requests: 10_000, windowSeconds: 60 } })
  })
  afterAll(() => cli.server.close())
  beforeEach(() => {
    cli.server.service.reset()
    cli.folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-cli-'))
    const { email, password } = cli.server.service.credentials
    cli.env = {
      PARTNER_ACCOUNTS_URL: cli.server.service.baseUrl,
      PARTNER_ACCOUNTS_EMAIL: email,
      PARTNER_ACCOUNTS_PASSWORD: password,
    }
  })
  afterEach(() => rmSync(cli.folder, { recursive: true, force: true }))
  return cli
}
