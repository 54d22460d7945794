import { PartnerAccounts } from '@partner-accounts/sdk'

/** @type {PartnerAccounts} The first request creates the client from its environment. Later requests share it. */
let client

export default {
  async fetch(request, { OPTIONS }) {
    client ??= new PartnerAccounts(OPTIONS)
    if (request.url.endsWith('/unawaited')) {
      // The runtime cancels the call when the response has been sent.
      client.accounts.list().catch(() => {})
      return Response.json({})
    }
    const { meta } = await client.accounts.list({ max_results: 1 })
    return Response.json({ total: meta.total })
  },
}
