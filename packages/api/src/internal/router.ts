import { router } from '../trpc.ts'
import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { operatorConsole } from './console.ts'
import { coupons } from './coupons.ts'
import { figures, limits } from './figures.ts'
import { mails } from './mails.ts'
import { notes } from './notes.ts'
import { partners } from './partners.ts'
import { portalUsers } from './portal-users.ts'
import { people, records } from './records.ts'
import { subscriptions } from './subscriptions.ts'
import { webhooks } from './webhooks.ts'

export const internalRouter = router({
  accounts,
  approvals,
  audit,
  console: operatorConsole,
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
})
