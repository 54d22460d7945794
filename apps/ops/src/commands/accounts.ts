import { argument, command, number, option, required } from '../command.ts'

const id = argument('id of the account')

export const ACCOUNT_COMMANDS = [
  command({
    name: 'account show',
    about: 'Shows an account, without its token and secret',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.show.query(input),
  }),
  command({
    name: 'account revoke-token',
    about: "Revokes an account's token",
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.revokeToken.mutate(input),
  }),
  command({
    name: 'account reissue-token',
    about: 'Issues a new token and secret for an account and invalidates the old ones',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    note: 'The token and the secret are shown only once: store them now. The previous ones are no longer valid.',
    call: (client, input) => client.internal.accounts.reissueToken.mutate(input),
  }),
  command({
    name: 'account usage',
    about: 'Reports the number of active employees of an account',
    inputs: { id, activeEmployees: required(option('N', '0 or more', number)) },
    example: '65f1c2a9e4b0d83f5a7c9e12 --active-employees 9',
    call: (client, { id, activeEmployees }) =>
      client.internal.accounts.reportUsage.mutate({ id, active_employees: activeEmployees }),
  }),
]
