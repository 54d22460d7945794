import { client } from '@kubb/plugin-client/clients/fetch'
import { account, baseUrl, credentials, print } from './common.js'
import { createPartnerAccount } from './kubb/clients/createPartnerAccount.js'
import { createToken } from './kubb/clients/createToken.js'
import { getPartnerAccount } from './kubb/clients/getPartnerAccount.js'
import { listPartnerAccounts } from './kubb/clients/listPartnerAccounts.js'
import type { CreatePartnerAccount422 } from './kubb/types/CreatePartnerAccount.js'

client.setConfig({ baseURL: baseUrl })
const session = await createToken(credentials)
if (!('token' in session)) throw new Error('no session')
client.setConfig({ baseURL: baseUrl, headers: { authorization: `Bearer ${session.token}` } })

const body = account('kubb@estrela.example')
const created = await createPartnerAccount(body)
const page = await listPartnerAccounts({ max_results: 100 })
const detail = await getPartnerAccount(created._id, { 'X-Secret': created.secret ?? '' })

// This client also returns errors, but its return type lacks them, so the error requires a cast.
const error = (await createPartnerAccount(body)) as unknown as CreatePartnerAccount422
if (!('_code' in error) || error._code !== 88) throw new Error(JSON.stringify(error))
print({
  created: created._id,
  total: page._meta.total,
  title: page._links.self?.title,
  apiToken: detail.api_token,
  taken: error._code,
})
