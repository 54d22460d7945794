import { exportPerson } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import { presentOverview } from '../wire/employer.ts'
import { searchedEmail } from '../wire/fields.ts'
import { presentEntry } from './audit.ts'

export const people = {
  /** Exports everything stored about a person. A mutation, because it is audited. */
  export: internalProcedure('admin')
    .input(z.object({ email: searchedEmail() }))
    .mutation(async ({ ctx, input }) => {
      const person = await exportPerson(ctx.services, { actor: ctx.actor, ...input })
      const { administeredAccount, auditEntries } = person
      return {
        ...person,
        administeredAccount: administeredAccount && presentOverview(administeredAccount),
        auditEntries: auditEntries.map(presentEntry),
      }
    }),
}
