import { PartnerAccounts } from '@partner-accounts/sdk'
import { partnerAccountsService, sampleAccountBody } from '@partner-accounts/sdk/testing'

const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
service.failNext({ kind: 'lost-response' }, { operation: 'createPartnerAccount' })
const { _id, secret } = await client.accounts.create(sampleAccountBody())
const { api_token } = await client.accounts.get(_id, { secret })
const listed = await client.accounts.list().toArray()
console.log(JSON.stringify({ listed: listed.length === 1, read: api_token !== undefined }))
