import { account, baseUrl, credentials, print } from './common.js'
import {
  createPartnerAccount,
  createToken,
  defaults,
  getPartnerAccount,
  listPartnerAccounts,
} from './oazapfts-client.js'

defaults.baseUrl = baseUrl
const session = await createToken(credentials)
if (session.status !== 200) throw new Error('no session')
defaults.headers = { authorization: `Bearer ${session.data.token}` }

const body = account('oazapfts@estrela.example')
const created = await createPartnerAccount(body)
if (created.status !== 200) throw new Error('not created')
const page = await listPartnerAccounts({ maxResults: 100 })
const detail = await getPartnerAccount(created.data._id, { xSecret: created.data.secret ?? '' })
if (page.status !== 200 || detail.status !== 200) throw new Error('not read')

const taken = await createPartnerAccount(body)
if (taken.status !== 422 || !('_code' in taken.data) || taken.data._code !== 88) throw new Error(JSON.stringify(taken))
print({
  created: created.data._id,
  total: page.data._meta.total,
  title: page.data._links.self?.title,
  apiToken: detail.data.api_token,
  taken: taken.data._code,
})
