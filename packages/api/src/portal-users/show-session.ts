import { findSession } from '@partner-accounts/core'
import { accessOf } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'

/** Returns the user, its current permissions and its partner's status. */
export const showSession = publicProcedure.query(async ({ ctx }) => {
  const { services, caller } = ctx
  const { user, partner } = await findSession(services, { access: accessOf(caller) })
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    permissions: user.permissions,
    partner: { id: partner.id, name: partner.name, status: partner.status },
    lookups: {
      address: services.publicRecords.findAddress !== undefined,
      company: services.publicRecords.findCompany !== undefined,
    },
  }
})
