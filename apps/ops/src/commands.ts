import type { Command } from './command.ts'
import { ACCOUNT_COMMANDS } from './commands/accounts.ts'
import { AUDIT_COMMANDS } from './commands/audit.ts'
import { COUPON_COMMANDS } from './commands/coupons.ts'
import { MAIL_COMMANDS } from './commands/mails.ts'
import { NOTE_COMMANDS } from './commands/notes.ts'
import { OPERATOR_COMMANDS } from './commands/operators.ts'
import { OVERVIEW_COMMANDS } from './commands/overview.ts'
import { PARTNER_COMMANDS } from './commands/partners.ts'
import { PORTAL_USER_COMMANDS } from './commands/portal-users.ts'
import { SUBSCRIPTION_COMMANDS } from './commands/subscriptions.ts'
import { WEBHOOK_COMMANDS } from './commands/webhooks.ts'

export const COMMANDS: readonly Command[] = [
  ...COUPON_COMMANDS,
  ...PARTNER_COMMANDS,
  ...PORTAL_USER_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...SUBSCRIPTION_COMMANDS,
  ...MAIL_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...NOTE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...OVERVIEW_COMMANDS,
  ...OPERATOR_COMMANDS,
]

/** Groups of commands by topic, as the help lists them. */
export const TOPICS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Partners and users': {
    partner: 'Resellers',
    'portal-user': 'Users of a partner who can sign in',
    coupon: 'Discounts for the accounts that a partner creates',
  },
  Accounts: {
    account: 'Accounts of all partners',
    subscription: 'Subscribed employees and face ids of an account',
  },
  'Daily work': {
    search: 'Records of all partners',
    person: 'Personal data',
    mail: 'Mails that the service sends',
    webhook: "URLs that receive partners' events",
    note: 'What operators wrote about partners and accounts',
    figures: 'The numbers of the day',
    limits: 'The rate limit of partners',
  },
  Operators: {
    audit: 'Who did what, and when',
    operator: 'People who are signed in to the console',
  },
}
