import { client } from './hey-api/client.gen.js'
import { createPartnerAccount, createToken, getPartnerAccount, listPartnerAccounts } from './hey-api/index.js'
import { account, baseUrl, credentials, print } from './common.js'

client.setConfig({ baseUrl })
const { data: session } = await createToken({ body: credentials, throwOnError: true })
client.setConfig({ auth: session.token })

const body = account('hey@estrela.example')
const { data: created } = await createPartnerAccount({ body, throwOnError: true })
const { data: page } = await listPartnerAccounts({ query: { max_results: 100 }, throwOnError: true })
const headers = { 'X-Secret': created.secret ?? '' }
const { data: detail } = await getPartnerAccount({ path: { account_id: created._id }, headers, throwOnError: true })

const { error } = await createPartnerAccount({ body })
if (error === undefined || !('_code' in error)) throw new Error(JSON.stringify(error))
// @ts-expect-error No error has this code.
if (error._code === 8888) throw new Error('unexpected code')
if (error._code !== 88) throw new Error(JSON.stringify(error))
print({
  created: created._id,
  total: page._meta.total,
  title: page._links.self?.title,
  apiToken: detail.api_token,
  taken: error._code,
})
