import createClient from 'openapi-fetch'
import { account, baseUrl, credentials, print } from './common.js'
import type { paths } from './openapi-fetch/types.js'

const client = createClient<paths>({ baseUrl })
const { data: session } = await client.POST('/tokens', { body: credentials })
if (!session) throw new Error('no session')
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${session.token}`)
  },
})

const body = account('fetch@estrela.example')
const { data: created } = await client.POST('/partner-accounts', { body })
if (!created) throw new Error('not created')
const { data: page } = await client.GET('/partner-accounts', { params: { query: { max_results: 100 } } })
const { data: detail } = await client.GET('/partner-accounts/{account_id}', {
  params: { path: { account_id: created._id }, header: { 'X-Secret': created.secret ?? '' } },
})
if (!page || !detail) throw new Error('not read')

const { error } = await client.POST('/partner-accounts', { body })
if (!error || !('_code' in error)) throw new Error(JSON.stringify(error))
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
