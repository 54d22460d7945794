import type { Permission } from '@partner-accounts/core'
import { isObject, type OperationId } from '@partner-accounts/rules'
import { type AnyProcedure, callTRPCProcedure, type inferProcedureInput, type inferProcedureOutput } from '@trpc/server'
import type * as z from 'zod'
import { accountCreatedSchema, accountDetailSchema, accountPostSchema } from './accounts/account-schemas.ts'
import { createAccount } from './accounts/create-account.ts'
import { accountParamsSchema, getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { accountPageSchema, pageQuerySchema } from './accounts/page-schemas.ts'
import type { ApiContext } from './context.ts'
import { eventPageSchema, eventsQuerySchema } from './events/event-schemas.ts'
import { listEvents } from './events/list-events.ts'
import { RequestError } from './errors/request-error.ts'
import { appRouter } from './router.ts'
import { createToken } from './tokens/create-token.ts'
import { partnerTokenRequestSchema, partnerTokenSchema } from './tokens/token-schemas.ts'
import type { ProcedureMeta } from './trpc.ts'

/** The base address ends with it (9.2). */
export const REST_BASE_PATH = '/partners/v1'

/** The sources of a procedure's input: the body of a POST, else the URL. */
export interface RestRequest {
  body: unknown
  query: unknown
  params: unknown
}

export interface RestOperation {
  method: 'GET' | 'POST'
  /** In OpenAPI's notation: `/partner-accounts/{account_id}`. */
  path: string
  /** `undefined` without authentication. */
  permissions: readonly Permission[] | undefined
  isCompressible: boolean
  /** A body that is not JSON fails the call. */
  call: (ctx: ApiContext, request: RestRequest) => Promise<unknown>
  documented: { meta: ProcedureMeta; input: z.ZodType; output: z.ZodType }
}

/** Does not parse outputs: for 100 accounts, that takes a fifth of the request's CPU time. */
function operation<Procedure extends AnyProcedure, Output extends z.ZodType>(
  name: string,
  procedure: Procedure,
  input: z.ZodType<unknown, inferProcedureInput<Procedure>>,
  output: Output & (inferProcedureOutput<Procedure> extends z.output<Output> ? unknown : never),
): RestOperation {
  const meta = procedure.meta as ProcedureMeta
  if (!meta.openapi) throw new Error(`${name} has no openapi metadata`)
  const { method, path } = meta.openapi
  if (method !== 'GET' && method !== 'POST') throw new Error(`${name} has an unexpected method`)
  const type = method === 'GET' ? 'query' : 'mutation'
  return {
    method,
    path,
    permissions: meta.permissions,
    isCompressible: meta.isCompressible ?? false,
    call: (ctx, request) =>
      callTRPCProcedure({
        router: appRouter,
        path: name,
        type,
        ctx,
        signal: undefined,
        batchIndex: 0,
        // eslint-disable-next-line @typescript-eslint/require-await -- turns what is thrown into a rejection
        getRawInput: async () => (method === 'POST' ? parseObject(request.body) : inputOfUrl(request)),
      }),
    documented: { meta, input, output },
  }
}

const inputOfUrl = ({ query, params }: RestRequest) => ({ ...(query as object), ...(params as object) })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns an empty object for other JSON values, so required fields are missing.
 * @throws RequestError `invalid-json`, also for an empty body and invalid UTF-8
 */
function parseObject(body: unknown): object {
  try {
    const value: unknown = JSON.parse(utf8.decode(body as Uint8Array))
    return isObject(value) ? value : {}
  } catch (error) {
    throw new RequestError('invalid-json', { cause: error })
  }
}

/** In the OpenAPI document's order. */
export const REST_OPERATIONS: readonly RestOperation[] = Object.values({
  createToken: operation('tokens.create', createToken, partnerTokenRequestSchema, partnerTokenSchema),
  createPartnerAccount: operation('accounts.create', createAccount, accountPostSchema, accountCreatedSchema),
  getPartnerAccount: operation('accounts.get', getAccount, accountParamsSchema, accountDetailSchema),
  listPartnerAccounts: operation('accounts.list', listAccounts, pageQuerySchema, accountPageSchema),
} satisfies Record<OperationId, RestOperation>)

export type DocumentedOperation = OperationId | 'listEvents'

export const EXTENSIONS: readonly RestOperation[] = [
  operation('events.list', listEvents, eventsQuerySchema, eventPageSchema),
]
