import type { Permission } from '@partner-accounts/core'
import { type AnyProcedure, callTRPCProcedure, type inferProcedureInput, type inferProcedureOutput } from '@trpc/server'
import type * as z from 'zod'
import { accountCreatedSchema, accountDetailSchema, accountPostSchema } from './accounts/account-schemas.ts'
import { createAccount } from './accounts/create-account.ts'
import { accountParamsSchema, getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { accountPageSchema, pageQuerySchema } from './accounts/page-schemas.ts'
import type { ApiContext } from './context.ts'
import { appRouter } from './router.ts'
import { createToken } from './tokens/create-token.ts'
import { partnerTokenRequestSchema, partnerTokenSchema } from './tokens/token-schemas.ts'
import type { ProcedureMeta } from './trpc.ts'

/** An operation of the specified interface: a procedure with its HTTP method and path. */
export interface RestOperation {
  method: 'GET' | 'POST'
  /** Below the base address, in OpenAPI's notation: `/partner-accounts/{account_id}`. */
  path: string
  /** The required permission; `undefined` for an operation without authentication. */
  permission: Permission | undefined
  isCompressible: boolean
  /**
   * Calls the procedure.
   *
   * @param parseInput may throw; the call then fails with that error
   */
  call: (ctx: ApiContext, parseInput: () => unknown) => Promise<unknown>
  /** The parts of the procedure that the OpenAPI document describes. */
  documented: { meta: ProcedureMeta; input: z.ZodType; output: z.ZodType }
}

/**
 * Describes a procedure of the router as an operation. Outputs are typed by their schema but not parsed: parsing a
 * page of 100 accounts takes a fifth of the CPU time of its request.
 */
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
    ...{ method, path, permission: meta.permission, isCompressible: meta.isCompressible ?? false },
    call: (ctx, parseInput) =>
      callTRPCProcedure({
        ...{ router: appRouter, path: name, type, ctx, signal: undefined, batchIndex: 0 },
        // eslint-disable-next-line @typescript-eslint/require-await -- turns what is thrown into a rejection
        getRawInput: async () => parseInput(),
      }),
    documented: { meta, input, output },
  }
}

/** All operations of the specified interface, in the order of the OpenAPI document. */
export const REST_OPERATIONS: readonly RestOperation[] = [
  operation('tokens.create', createToken, partnerTokenRequestSchema, partnerTokenSchema),
  operation('accounts.create', createAccount, accountPostSchema, accountCreatedSchema),
  operation('accounts.get', getAccount, accountParamsSchema, accountDetailSchema),
  operation('accounts.list', listAccounts, pageQuerySchema, accountPageSchema),
]
