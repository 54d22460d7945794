import { createAccount } from './accounts/create-account.ts'
import { getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import {
  exportAccounts,
  findExistingAccounts,
  resendActivationMail,
  searchAccounts,
  getAccountDetails,
} from './accounts/portal-accounts.ts'
import { listEvents } from './events/list-events.ts'
import { internalRouter } from './console/internal-router.ts'
import { lookups } from './lookups/find-public-records.ts'
import { operators } from './console/sign-in.ts'
import { getRateLimitUse, listRequests } from './request-log/list-requests.ts'
import { activate, check } from './passwords/activate.ts'
import { sendReset, updatePassword } from './passwords/change-password.ts'
import { secondFactors } from './second-factors/manage-second-factor.ts'
import { getCurrentSession } from './sessions/get-current-session.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/manage-sessions.ts'
import { signIn, signOut } from './sessions/sign-in.ts'
import { team } from './team/manage-team.ts'
import { testAccounts } from './test-mode/test-accounts.ts'
import { testPartner } from './test-mode/test-partner.ts'
import { createToken } from './tokens/create-token.ts'
import { createCallerFactory, router } from './trpc.ts'
import { webhooks } from './webhooks/manage-webhooks.ts'

/** Procedures of `restProcedure` and `tokens.create` are also REST operations. */
export const appRouter = router({
  activation: router({ activate, check }),
  events: router({ list: listEvents }),
  internal: internalRouter,
  lookups,
  operators,
  passwords: router({ sendReset, update: updatePassword }),
  requestLog: router({ getRateLimitUse, list: listRequests }),
  secondFactors,
  sessions: router({
    end: endSession,
    endOthers: endOtherSessions,
    getCurrent: getCurrentSession,
    list: listSessions,
    signIn,
    signOut,
  }),
  team,
  testAccounts,
  testPartner,
  tokens: router({ create: createToken }),
  webhooks,
  accounts: router({
    create: createAccount,
    get: getAccount,
    list: listAccounts,
    getDetails: getAccountDetails,
    resendActivationMail,
    export: exportAccounts,
    findExisting: findExistingAccounts,
    search: searchAccounts,
  }),
})

/** Full names, such as `accounts.list`. */
export const INTERNAL_PROCEDURES: readonly string[] = Object.entries(appRouter.internal).flatMap(
  ([resource, procedures]) => Object.keys(procedures).map((name) => `${resource}.${name}`),
)

/** Including those of the REST interface, and `internal.accounts.list`. */
export const PROCEDURE_NAMES: ReadonlySet<string> = new Set(Object.keys(appRouter._def.procedures))

export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)
