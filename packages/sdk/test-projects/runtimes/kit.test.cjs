const { PartnerAccounts, ApiError } = require('@partner-accounts/sdk')
const { partnerAccountsService, sampleAccountBody } = require('@partner-accounts/sdk/testing')

const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
afterEach(() => service.reset())
const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })

test('creates one account although the first response is lost', async () => {
  service.failNext({ kind: 'lost-response' }, { operation: 'createPartnerAccount' })
  await client.accounts.create(sampleAccountBody())
  expect(await client.accounts.list().toArray()).toHaveLength(1)
})

test('rejects with ApiError', async () => {
  await expect(client.accounts.get('12ABC34501DE35')).rejects.toBeInstanceOf(ApiError)
})
