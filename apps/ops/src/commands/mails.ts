import type { RouterOutputs } from '@partner-accounts/client'
import { argument, choice, command, flag, option } from '../command.ts'
import type { Inputs } from '../create-client.ts'
import { DATE_RANGE, listCommand, TEST } from '../list-command.ts'

type Filter = Extract<Inputs['mails']['list'], object>
type Kind = NonNullable<Filter['kind']>
type Status = NonNullable<Filter['status']>
type Preview = RouterOutputs['internal']['mails']['get']

const filters = {
  kind: choice<Kind>('KIND', 'only mails of this kind', {
    'portal-user-invitation': true,
    'password-reset': true,
    'password-changed': true,
    'second-factor-changed': true,
    'subscription-activated': true,
    'account-corrected': true,
    'webhook-disabled': true,
    'administrator-activation': true,
    'administrator-welcome': true,
  }),
  to: option('E-MAIL', 'only mails to this address'),
  account: option('ID', 'only mails about this account'),
  partner: option('ID', 'only mails about this partner'),
  from: DATE_RANGE.from,
  until: DATE_RANGE.to,
}

type FilterValues = { [Name in keyof typeof filters]: ReturnType<(typeof filters)[Name]['parse']> }

const toFilter = ({ kind, to, account, partner, from, until }: FilterValues) => ({
  kind,
  recipient: to,
  accountId: account,
  partnerId: partner,
  from,
  to: until,
})

export const MAIL_COMMANDS = [
  listCommand({
    name: 'mail list',
    about: 'Lists mails, newest first: queued, sent and permanently failed',
    inputs: {
      failed: flag('only mails that failed permanently'),
      status: choice<Status>('STATUS', 'only mails with this status', {
        queued: true,
        sent: true,
        failed: true,
        kept: true,
      }),
      ...filters,
      ...TEST,
    },
    example: '--failed',
    defaultLimit: 100,
    page: (client, { failed, status, test, ...filter }, page) =>
      client.internal.mails.list.query({ failed, status, includeTest: test, ...toFilter(filter), ...page }),
  }),
  command({
    name: 'mail preview',
    about: 'Shows a mail that has not been sent, without the token of its link',
    inputs: { id: argument('id of the mail') },
    example: '65f1c2a9e4b0d83f5a7c9e13',
    call: (client, input) => client.internal.mails.get.query(input),
    forPeople(result) {
      const { html, message, text, ...mail } = result as Preview
      const hint = html === '' && message === '' ? [] : ['', 'The HTML and the message (.eml) are printed with --json.']
      return { ...mail, text: [...text.split('\n'), ...hint].map((line) => ({ line })) }
    },
  }),
  command({
    name: 'mail retry',
    about: 'Sends a permanently failed or deferred mail now, and shows its recipient',
    inputs: { id: argument('id of the mail') },
    example: '65f1c2a9e4b0d83f5a7c9e13',
    call: (client, input) => client.internal.mails.retry.mutate(input),
  }),
  command({
    name: 'mail discard',
    about: 'Discards a mail that has not been sent, and shows it as it was',
    inputs: { id: argument('id of the mail') },
    example: '65f1c2a9e4b0d83f5a7c9e13',
    isIrreversible: true,
    call: (client, input) => client.internal.mails.delete.mutate(input),
  }),
  listCommand({
    name: 'mail retry-many',
    about:
      'Sends permanently failed mails again, or deferred mails without their wait, and lists them as they were before',
    inputs: {
      ...filters,
      deferred: flag('mails that wait for a retry, instead of failed ones'),
      dryRun: flag('only list the mails that would be queued'),
    },
    example: '--from 2026-11-20 --dry-run',
    defaultLimit: undefined,
    page: (client, { deferred, dryRun, ...filter }, page) =>
      client.internal.mails.retryMany.mutate({
        status: deferred ? 'queued' : 'failed',
        dryRun,
        ...toFilter(filter),
        ...page,
      }),
  }),
]
