import { exportPerson, LIMITS, searchRecords, SUBSCRIPTION_STATUSES } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, resolveWith, router } from '../trpc.ts'
import { presentOverview } from '../wire/employer.ts'
import { choice, optional, searchedEmail, text } from '../wire/fields.ts'
import { presentApproval } from './approvals.ts'
import { presentEntry } from './audit.ts'

export const people = router({
  /** A mutation, because it is audited. */
  export: internalProcedure('admin')
    .input(z.object({ email: searchedEmail() }))
    .mutation(async ({ ctx, input }) => {
      const person = await exportPerson(ctx.services, { actor: ctx.actor, ...input })
      const { administeredAccount, approvals, auditEntries } = person
      return {
        ...person,
        administeredAccount: administeredAccount && presentOverview(administeredAccount),
        approvals: approvals.map(presentApproval),
        auditEntries: auditEntries.map(presentEntry),
      }
    }),
})

export const records = router({
  /** Finds at most 10 of each kind, by name, tax ID, e-mail or id. */
  search: internalProcedure('viewer')
    .input(z.object({ query: text(LIMITS.emailLength), accountStatus: optional(choice(SUBSCRIPTION_STATUSES)) }))
    .query(resolveWith(searchRecords)),
})
