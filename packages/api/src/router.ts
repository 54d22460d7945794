import { createAccount } from './accounts/create-account.ts'
import { getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import {
  exportAccounts,
  findExistingAccounts,
  resendActivationMail,
  searchAccounts,
  showAccount,
} from './accounts/portal-accounts.ts'
import { listEvents } from './events/list-events.ts'
import { internalRouter } from './internal/router.ts'
import { lookups } from './lookups/lookups.ts'
import { operators } from './operators/operators.ts'
import { listRequests } from './request-log/list-requests.ts'
import { activate, change, check, requestReset } from './passwords/passwords.ts'
import { secondFactors } from './second-factors/second-factors.ts'
import { endSession, listSessions, showSession, signIn, signOut, signOutElsewhere } from './sessions/sign-in.ts'
import { team } from './team/team.ts'
import { testAccounts } from './test-mode/test-accounts.ts'
import { testPartner } from './test-mode/test-partner.ts'
import { createToken } from './tokens/create-token.ts'
import { createCallerFactory, router } from './trpc.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Procedures with `openapi` metadata are also REST operations. */
export const appRouter = router({
  activation: router({ activate, check }),
  events: router({ list: listEvents }),
  internal: internalRouter,
  lookups,
  operators,
  portalUsers: router({ session: showSession }),
  passwords: router({ change, requestReset }),
  requestLog: router({ list: listRequests }),
  secondFactors,
  sessions: router({ end: endSession, list: listSessions, signIn, signOut, signOutElsewhere }),
  team,
  testAccounts,
  testPartner,
  tokens: router({ create: createToken }),
  webhooks,
  accounts: router({
    create: createAccount,
    get: getAccount,
    list: listAccounts,
    show: showAccount,
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

export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)
