import { command, option } from '../command.ts'

export const AUDIT_COMMANDS = [
  command({
    name: 'audit list',
    about: 'Lists the latest changes, newest first',
    inputs: {
      account: option('ID', 'only changes of this account'),
      partner: option('ID', 'only changes of this partner'),
    },
    example: '--partner 65f1c2a9e4b0d83f5a7c9e10',
    call: (client, { account, partner }) =>
      client.internal.audit.list.query({ account_id: account, partner_id: partner }),
  }),
]
