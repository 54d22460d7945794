import { argument, command, flag, option } from '../command.ts'
import { listCommand } from '../list-command.ts'

export const MAIL_COMMANDS = [
  listCommand({
    name: 'mail list',
    about: 'Lists mails, newest first: queued, sent and permanently failed',
    inputs: {
      failed: flag('only mails that failed permanently'),
      to: option('E-MAIL', 'only mails to this address'),
      account: option('ID', 'only mails about this account'),
      partner: option('ID', 'only mails about this partner'),
    },
    example: '--failed',
    defaultLimit: 100,
    page: (client, { failed, to, account, partner }, page) =>
      client.internal.mails.list.query({ failed, recipient: to, account_id: account, partner_id: partner, ...page }),
  }),
  command({
    name: 'mail retry',
    about: 'Queues a permanently failed mail again',
    inputs: { id: argument('id of the mail') },
    example: '65f1c2a9e4b0d83f5a7c9e13',
    call: (client, input) => client.internal.mails.retry.mutate(input),
  }),
]
