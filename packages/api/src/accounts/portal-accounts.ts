import {
  type ExportCursor,
  findExistingAccounts as findExistingAccountsUseCase,
  LIMITS,
  resendActivationMail as resendUseCase,
  SEARCH_ORDERS,
  showPartnerAccount,
  SUBSCRIPTION_STATUSES,
  type SearchFilters,
} from '@partner-accounts/core'
import * as z from 'zod'
import { partnerProcedure } from '../trpc.ts'
import { presentOverview } from '../wire/employer.ts'
import type { FieldError } from '../wire/field-errors.ts'
import {
  anyString,
  byId,
  choice,
  choices,
  count,
  email,
  isInDateRange,
  list,
  optional,
  patterned,
  time,
  wrongType,
} from '../wire/fields.ts'

/** No list has more pages. */
const MAX_PAGE = 1_000_000

const filtersSchema = z.object({
  query: optional(anyString(LIMITS.emailLength)),
  subscriptionStatuses: optional(choices(SUBSCRIPTION_STATUSES, 'subscription_status')),
  administratorStatus: optional(choice(['invited', 'activated'], 'administrator_status')),
  createdFrom: optional(time()),
  createdBefore: optional(time()),
})

const toFilters = ({ administratorStatus, ...filters }: z.output<typeof filtersSchema>): SearchFilters => ({
  ...filters,
  isAdministratorActivated: administratorStatus === undefined ? undefined : administratorStatus === 'activated',
})

/** Searches the partner's accounts by words, status and time of creation. */
export const searchAccounts = partnerProcedure('accounts:read')
  .input(
    filtersSchema.extend({
      order: choice(SEARCH_ORDERS, 'search_order').default('newest'),
      page: count(1, MAX_PAGE).default(LIMITS.page.defaultNumber),
      pageSize: count(1, LIMITS.page.maxSize).default(LIMITS.page.defaultSize),
    }),
  )
  .query(async ({ ctx, input: { order, page, pageSize, ...filters } }) => {
    const criteria = { ...toFilters(filters), order, page, pageSize }
    return { ...(await ctx.services.stores.accounts.search(ctx.partnerId, criteria)), page, pageSize }
  })

/** Exports the accounts that match, in large pages. */
export const exportAccounts = partnerProcedure('accounts:read')
  .input(filtersSchema.extend({ after: optional(cursor()) }))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    ctx.beginExport?.(ctx.partnerId)
    const { items, next } = await ctx.services.stores.accounts.export(ctx.partnerId, toFilters(filters), after)
    return { items, next: next ? `${next.createdAt.getTime()}.${next.number}` : null }
  })

const candidates = <T extends z.ZodType>(item: T) => list(item, LIMITS.search.candidates).default([])

/** Finds existing accounts by CNPJs, CPFs and e-mails. A mutation, so that e-mails stay out of the URL. */
export const findExistingAccounts = partnerProcedure('accounts:read')
  .input(
    z.object({
      cnpjs: candidates(patterned(/^[0-9A-Za-z]{12}\d{2}$/, 'cnpj')),
      cpfs: candidates(patterned(/^\d{11}$/, 'cpf')),
      emails: candidates(email()),
    }),
  )
  .mutation(({ ctx, input }) => findExistingAccountsUseCase(ctx.services, { partnerId: ctx.partnerId, ...input }))

function cursor() {
  return z
    .string({ error: wrongType('cursor') })
    .regex(/^\d{1,15}\.\d{1,9}$/, 'cursor' satisfies FieldError)
    .transform((text): ExportCursor => {
      const [milliseconds, number] = text.split('.')
      return { createdAt: new Date(Number(milliseconds)), number: Number(number) }
    })
    .refine(({ createdAt }) => isInDateRange(createdAt), 'cursor' satisfies FieldError)
}

/** Returns an account with its latest 50 changes. */
export const getAccountDetails = partnerProcedure('accounts:read')
  .input(byId)
  .query(async ({ ctx, input: { id } }) => {
    const { account, history } = await showPartnerAccount(ctx.services, { partnerId: ctx.partnerId, id })
    return { ...presentOverview(account), history }
  })

/** Resends the administrator's activation mail, with a new link. */
export const resendActivationMail = partnerProcedure('accounts:create')
  .input(byId)
  .mutation(async ({ ctx, input: { id } }) => {
    const actor = { kind: 'portal-user', id: ctx.userId } as const
    await resendUseCase(ctx.services, { actor, partnerId: ctx.partnerId, id })
    return { id }
  })
