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
import { internalProcedures } from './console/internal-procedures.ts'
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

/** `tokens.create` and the procedures that `restProcedure` creates are also REST operations. */
export const procedures = {
  activation: { activate, check },
  events: { list: listEvents },
  internal: internalProcedures,
  lookups,
  operators,
  passwords: { sendReset, update: updatePassword },
  requestLog: { getRateLimitUse, list: listRequests },
  secondFactors,
  sessions: {
    end: endSession,
    endOthers: endOtherSessions,
    getCurrent: getCurrentSession,
    list: listSessions,
    signIn,
    signOut,
  },
  team,
  testAccounts,
  testPartner,
  tokens: { create: createToken },
  webhooks,
  accounts: {
    create: createAccount,
    get: getAccount,
    list: listAccounts,
    getDetails: getAccountDetails,
    resendActivationMail,
    export: exportAccounts,
    findExisting: findExistingAccounts,
    search: searchAccounts,
  },
}

export const appRouter = router(procedures)

export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)

/** Returns the full names of the procedures in a record of any depth, such as `accounts.list`. */
function namesIn(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]: [string, object]) =>
    typeof value === 'function' ? [name] : namesIn(value).map((rest) => `${name}.${rest}`),
  )
}

/** Names of the internal procedures, without the prefix `internal.`. */
export const INTERNAL_PROCEDURES: readonly string[] = namesIn(internalProcedures)

/** Full names of all procedures, such as `accounts.list` and `internal.accounts.list`. */
export const PROCEDURE_NAMES: ReadonlySet<string> = new Set(namesIn(procedures))
