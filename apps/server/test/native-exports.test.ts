import type { AppRouter } from '@partner-accounts/api'
import { createPartnerAccountsClient } from '@partner-accounts/client'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService, signedInPartner, type TestService } from './harness.ts'
import { rejectionOf } from './internal/internal-client.ts'

const IN_BATCH = {
  status: 400,
  details: 'The response of this call is large. Send it in a request without other calls.',
}

describe('Exports over the native router', () => {
  let service: TestService
  let token: string
  beforeAll(async () => {
    service = await sharedService()
    token = (await signedInPartner(service)).token
  })

  it('are rejected in a batch, whose other calls succeed', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const links = [httpBatchLink({ url: `${service.origin}/trpc`, headers, methodOverride: 'POST' as const })]
    const { accounts, team } = createTRPCClient<AppRouter>({ links })
    const results = await Promise.all([
      accounts.list.query().then(({ _meta }) => _meta.total),
      rejectionOf(accounts.export.query({})),
      rejectionOf(team.listActivity.query({ isExport: true })),
      team.listActivity.query({}).then(({ items }) => items.length),
    ])
    // The sign-in is the only activity.
    expect(results).toEqual([0, IN_BATCH, IN_BATCH, 1])
  })

  it('are sent separately by the client', async () => {
    const { accounts, team } = createPartnerAccountsClient({ url: `${service.origin}/trpc`, token })
    const results = await Promise.all([
      accounts.export.query({}),
      accounts.list.query(),
      team.listActivity.query({ isExport: true }),
    ])
    expect(results).toMatchObject([{ items: [] }, { _items: [] }, { items: [{}] }])
  })
})
