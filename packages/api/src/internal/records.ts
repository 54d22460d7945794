import { LIMITS, searchRecords } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { text } from '../wire/fields.ts'
import { presentAccountMatch } from './accounts.ts'
import { presentMailRecord } from './mails.ts'
import { presentPartnerRecord } from './partners.ts'
import { presentPortalUserRecord } from './portal-users.ts'

/** Finds the records of all partners by name, document, e-mail or id: at most 10 of each kind. */
const search = internalProcedure('viewer')
  .input(z.object({ query: text(LIMITS.emailLength) }))
  .query(async ({ ctx, input }) => {
    const { accounts, partners, portalUsers, mails } = await searchRecords(ctx.services, input)
    return {
      accounts: accounts.map(presentAccountMatch),
      partners: partners.map(presentPartnerRecord),
      portal_users: portalUsers.map(presentPortalUserRecord),
      mails: mails.map(presentMailRecord),
    }
  })

export const records = router({ search })
