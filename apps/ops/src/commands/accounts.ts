import { argument, command, number, option, required } from '../command.ts'

const id = argument('id of the account')

export const ACCOUNT_COMMANDS = [
  command({
    name: 'account show',
    about: 'Shows all of an account, but for its token and secret',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.show.query(input),
  }),
  command({
    name: 'account revoke-token',
    about: "Makes an account's token worthless",
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.revokeToken.mutate(input),
  }),
  command({
    name: 'account reissue-token',
    about: 'Gives an account a new token and secret; the old ones are worthless from then on',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    note: 'The token and the secret are shown this once: keep them now. Those before are worthless.',
    call: (client, input) => client.internal.accounts.reissueToken.mutate(input),
  }),
  command({
    name: 'account usage',
    about: 'Reports how many employees of an account are active',
    inputs: { id, activeEmployees: required(option('N', '0 or more', number)) },
    example: '65f1c2a9e4b0d83f5a7c9e12 --active-employees 9',
    call: (client, { id, activeEmployees }) =>
      client.internal.accounts.reportUsage.mutate({ id, active_employees: activeEmployees }),
  }),
]
