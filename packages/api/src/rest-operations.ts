import {
  isObject,
  OPERATION_IDS,
  type OperationId,
  REST_OPERATIONS,
  type RestOperationRecord,
} from '@partner-accounts/rules'
import { type AnyProcedure, callTRPCProcedure, type inferProcedureInput, type inferProcedureOutput } from '@trpc/server'
import type * as z from 'zod'
import { accountCreatedSchema, accountDetailSchema, accountPostSchema } from './accounts/account-schemas.ts'
import { createAccount } from './accounts/create-account.ts'
import { accountParamsSchema, getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { accountPageSchema, pageQuerySchema } from './accounts/page-schemas.ts'
import type { ApiContext } from './context.ts'
import { explainBody } from './errors/explain-body.ts'
import { eventPageSchema, eventsQuerySchema } from './events/event-schemas.ts'
import { listEvents } from './events/list-events.ts'
import { parseBody } from './parse-body.ts'
import { appRouter } from './router.ts'
import { createToken } from './tokens/create-token.ts'
import { partnerTokenRequestSchema, partnerTokenSchema } from './tokens/token-schemas.ts'
import type { ProcedureMeta } from './trpc.ts'

/** The path of the base address (9.2). */
export const REST_BASE_PATH = '/partners/v1'

/** The sources of a procedure's input. */
export interface RestRequest {
  body: unknown
  query: unknown
  params: unknown
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

interface Implementation {
  procedure: AnyProcedure
  input: z.ZodType
  output: z.ZodType
}

/** Does not compile unless the types of the procedure match the documented schemas. */
const implement = <Procedure extends AnyProcedure, Output extends z.ZodType>(
  procedure: Procedure,
  input: z.ZodType<unknown, inferProcedureInput<Procedure>>,
  output: Output & (inferProcedureOutput<Procedure> extends z.output<Output> ? unknown : never),
): Implementation => ({ procedure, input, output })

const IMPLEMENTATIONS: Readonly<Record<OperationId, Implementation>> = {
  createToken: implement(createToken, partnerTokenRequestSchema, partnerTokenSchema),
  createPartnerAccount: implement(createAccount, accountPostSchema, accountCreatedSchema),
  listPartnerAccounts: implement(listAccounts, pageQuerySchema, accountPageSchema),
  getPartnerAccount: implement(getAccount, accountParamsSchema, accountDetailSchema),
  listEvents: implement(listEvents, eventsQuerySchema, eventPageSchema),
}

export interface RestOperation extends RestOperationRecord {
  id: OperationId
  /** @throws RequestError `invalid-json` for a body that is not JSON */
  call: (ctx: ApiContext, request: RestRequest) => Promise<unknown>
  documented: { meta: ProcedureMeta; input: z.ZodType; output: z.ZodType }
}

/** Creates an operation. Does not parse outputs: for 100 accounts, that would take a fifth of the request's CPU time. */
function restOperation(id: OperationId): RestOperation {
  const record = REST_OPERATIONS[id]
  const { procedure, input, output } = IMPLEMENTATIONS[id]
  return {
    ...record,
    id,
    call: async (ctx, request) => {
      const call: Promise<unknown> = callTRPCProcedure({
        router: appRouter,
        path: record.procedure,
        type: record.method === 'GET' ? 'query' : 'mutation',
        ctx,
        signal: undefined,
        batchIndex: 0,
        // oxlint-disable-next-line typescript/require-await -- `async` turns a thrown error into a rejection
        getRawInput: async () => inputOf(record, request),
      })
      return call.catch((error: unknown) => {
        throw record.hasBody ? explainBody(error, request.body) : error
      })
    },
    documented: { meta: procedure.meta as ProcedureMeta, input, output },
  }
}

/** Replaces a body that is not an object, so that the procedure reports the required fields as missing. */
const NO_FIELDS = {}

const inputOf = ({ hasBody }: RestOperationRecord, { body, query, params, headers = {} }: RestRequest): object => {
  const values = hasBody ? parseBody(body, headers['content-encoding']?.toString()) : query
  return { ...(isObject(values) ? values : NO_FIELDS), ...(params as object) }
}

export const restOperations: readonly RestOperation[] = OPERATION_IDS.map(restOperation)
