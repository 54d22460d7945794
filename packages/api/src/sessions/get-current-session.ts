import { findSession } from '@partner-accounts/core'
import { accessOf } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'

/** Returns the signed-in user and the partner, even while the partner is suspended. */
export const getCurrentSession = publicProcedure.query(async ({ ctx }) => {
  const { services, caller } = ctx
  const { user, partner, access } = await findSession(services, { access: accessOf(caller) })
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    permissions: user.permissions,
    secondFactor: { isActive: access.hasSecondFactor, isRequired: access.requiresSecondFactor },
    partner: { id: partner.id, name: partner.name, status: partner.status, mode: partner.mode },
    isOpenedFromLive: caller.kind === 'portal-user' && caller.openedBy !== undefined,
    lookups: {
      address: services.publicRecords.findAddress !== undefined,
      company: services.publicRecords.findCompany !== undefined,
    },
  }
})
