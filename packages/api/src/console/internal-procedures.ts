import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { operatorSessions } from './operator-sessions.ts'
import { coupons } from './coupons.ts'
import { figures } from './figures.ts'
import { limits } from './limits.ts'
import { mails } from './mails.ts'
import { notes } from './notes.ts'
import { partners } from './partners.ts'
import { portalUsers } from './portal-users.ts'
import { people } from './people.ts'
import { records } from './records.ts'
import { subscriptions } from './subscriptions.ts'
import { webhooks } from './webhooks.ts'

export const internalProcedures = {
  accounts,
  audit,
  // Published as `internal.console`.
  console: operatorSessions,
  coupons,
  figures,
  limits,
  mails,
  notes,
  partners,
  people,
  portalUsers,
  records,
  subscriptions,
  webhooks,
}
