require('ses')
globalThis.lockdown()
const { ApiError, PartnerAccounts } = require('@partner-accounts/sdk')
const { createMany } = require('@partner-accounts/sdk/batch')
const { partnerAccountsService, sampleAccountBody } = require('@partner-accounts/sdk/testing')
const { verify } = require('@partner-accounts/sdk/webhooks')

async function main() {
  const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
  const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
  await client.accounts.create(sampleAccountBody())
  const listed = (await client.accounts.list().toArray()).length
  const error = await client.accounts.get('1'.repeat(24)).catch((reason) => reason)
  const results = []
  for await (const { status } of createMany(client, [sampleAccountBody()])) results.push(status)
  const { reason } = await verify('{}', {}, 'whsec_AAAA').catch((rejection) => rejection)
  const name = error instanceof ApiError ? error.name : 'another'
  console.log(JSON.stringify({ listed, error: `${name} ${error.code}`, results, reason }))
}
main()
