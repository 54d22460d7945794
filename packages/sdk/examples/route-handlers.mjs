import { ApiError, ErrorCode, PossiblyCreatedError } from '@partner-accounts/sdk'
import { client } from './client.mjs'

/** POST /customers: creates an account. The order's id makes the request safe to repeat. */
export async function POST(request) {
  const { orderId, ...body } = await request.json()
  try {
    const { _id, secret } = await client.accounts.create(body, { idempotencyKey: `order-${orderId}` })
    await storeSecret(_id, secret)
    return Response.json({ _id }, { status: 201 })
  } catch (error) {
    if (error instanceof PossiblyCreatedError) return Response.json({ message: 'Try again.' }, { status: 503 })
    if (!(error instanceof ApiError && error.status === 422)) throw error
    return Response.json({ message: error.uiMessage, fields: error.fields }, { status: 422 })
  }
}

/** GET /customers/{taxId} */
export async function GET(request) {
  const taxId = new URL(request.url).pathname.split('/').at(-1)
  try {
    const { name, active_employees } = await client.accounts.get(taxId, {}, { signal: request.signal })
    return Response.json({ name, active_employees })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === ErrorCode.ACCOUNT_NOT_FOUND)) throw error
    return Response.json({ message: error.uiMessage }, { status: 404 })
  }
}

/** Your vault or database, encrypted. No later response contains the secret. */
const secrets = new Map()
const storeSecret = async (id, secret) => void secrets.set(id, secret)
