import {
  type ExistingAccount,
  type ExportCursor,
  findExistingAccounts as findExistingAccountsUseCase,
  type FoundAccount,
  LIMITS,
  SEARCH_ORDERS,
  SUBSCRIPTION_STATUSES,
  type SearchFilters,
} from '@partner-accounts/core'
import { EMAIL_PATTERN } from '@partner-accounts/rules'
import * as z from 'zod'
import { partnerProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { anyString, choice, count, optional, time, wrongType } from '../wire/fields.ts'
import { presentAccount } from './present-account.ts'

const wrong = (name: FieldError) => ({ error: wrongType(name) })

/** Every list ends before this page. */
const MAX_PAGE = 1_000_000

const filtersSchema = z.object({
  query: optional(anyString(LIMITS.emailLength)),
  subscription_statuses: optional(
    z.array(choice(SUBSCRIPTION_STATUSES, 'subscription_status'), wrong('not_list')).max(3),
  ),
  administrator_status: optional(choice(['invited', 'activated'], 'administrator_status')),
  created_from: optional(time()),
  created_before: optional(time()),
})

const toFilters = (input: z.output<typeof filtersSchema>): SearchFilters => ({
  query: input.query,
  subscriptionStatuses: input.subscription_statuses,
  isAdministratorActivated: input.administrator_status && input.administrator_status === 'activated',
  createdFrom: input.created_from,
  createdBefore: input.created_before,
})

/** Searches the partner's accounts. Native tRPC only, for the portal. */
export const searchAccounts = partnerProcedure('accounts:read')
  .meta({ isCompressible: true })
  .input(
    filtersSchema.extend({
      order: choice(SEARCH_ORDERS, 'search_order').default('newest'),
      page: count(1, MAX_PAGE).default(LIMITS.page.defaultNumber),
      max_results: count(1, LIMITS.page.maxSize).default(LIMITS.page.defaultSize),
    }),
  )
  .query(async ({ ctx, input }) => {
    const { items, total, isTotalExact, isSimilar } = await ctx.services.stores.accounts.search(ctx.partnerId, {
      ...toFilters(input),
      order: input.order,
      page: input.page,
      pageSize: input.max_results,
    })
    return {
      items: items.map(presentFound),
      total,
      is_total_exact: isTotalExact,
      is_similar: isSimilar,
      page: input.page,
      max_results: input.max_results,
    }
  })

/** Returns all accounts of the partner that match, in parts. Native tRPC only, for the portal. */
export const exportAccounts = partnerProcedure('accounts:read')
  .meta({ isCompressible: true })
  .input(filtersSchema.extend({ after: optional(cursor()) }))
  .query(async ({ ctx, input }) => {
    const { items, next } = await ctx.services.stores.accounts.export(ctx.partnerId, toFilters(input), input.after)
    return { items: items.map(presentFound), next: next ? `${next.createdAt.getTime()}.${next.number}` : null }
  })

const candidates = <T extends z.ZodType>(item: T) =>
  z
    .array(item, wrong('not_list'))
    .max(LIMITS.search.candidates, 'too_many_items' satisfies FieldError)
    .default([])

/** Returns the partner's accounts that have one of the documents or e-mails. A mutation, so e-mails are not in the URL. */
export const findExistingAccounts = partnerProcedure('accounts:read')
  .input(
    z.object({
      cnpjs: candidates(z.string().regex(/^[0-9A-Za-z]{12}\d{2}$/, 'cnpj' satisfies FieldError)),
      cpfs: candidates(z.string().regex(/^\d{11}$/, 'cpf' satisfies FieldError)),
      emails: candidates(
        z
          .string()
          .max(LIMITS.emailLength)
          .regex(EMAIL_PATTERN, 'email' satisfies FieldError),
      ),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const existing = await findExistingAccountsUseCase(ctx.services, { partnerId: ctx.partnerId, ...input })
    return existing.map(presentExisting)
  })

/** Accepts the text that `export` returns as `next`. */
function cursor() {
  return z
    .string(wrong('cursor'))
    .regex(/^\d{1,15}\.\d{1,9}$/, 'cursor' satisfies FieldError)
    .transform((text): ExportCursor => {
      const [milliseconds, number] = text.split('.')
      return { createdAt: new Date(Number(milliseconds)), number: Number(number) }
    })
}

const presentFound = (account: FoundAccount) => ({
  ...presentAccount(account),
  trade_name: account.tradeName,
  cpf: account.cpf,
  administrator: {
    full_name: account.administrator.fullName,
    email: account.administrator.email,
    status: account.administrator.isActivated ? ('activated' as const) : ('invited' as const),
  },
  subscription_status: account.subscriptionStatus,
  api_token_status: account.apiTokenStatus,
})

const presentExisting = ({ id, name, cnpj, cpf, administratorEmail }: ExistingAccount) => ({
  _id: id,
  name,
  cnpj,
  cpf,
  administrator_email: administratorEmail,
})
