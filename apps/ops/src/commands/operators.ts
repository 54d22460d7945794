import { argument, choice, command, option } from '../command.ts'
import type { Inputs } from '../create-client.ts'
import { listCommand } from '../list-command.ts'

type Role = NonNullable<Extract<Inputs['console']['createLink'], object>['role']>

export const OPERATOR_COMMANDS = [
  listCommand({
    name: 'operator list',
    about: 'Lists who is signed in to the console, newest first',
    inputs: {},
    example: '',
    defaultLimit: undefined,
    page: (client, _filter, page) => client.internal.console.listSessions.query(page),
  }),
  command({
    name: 'operator sign-out',
    about: 'Ends a session of the console immediately',
    inputs: { id: argument('id of the session') },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.console.endSession.mutate(input),
  }),
  command({
    name: 'operator sign-out-everywhere',
    about: 'Ends all sessions of an operator immediately, and unused links for the operator',
    inputs: { operator: argument('e-mail of the operator, or the name of one without an e-mail') },
    example: 'ana@empresa.example',
    call: (client, input) => client.internal.console.endSessions.mutate(input),
  }),
  command({
    name: 'console',
    about: "Prints a link that signs you in to the operators' pages: valid for 10 minutes, once",
    inputs: {
      email: option('EMAIL', 'your e-mail, under which your changes are recorded'),
      role: choice<Role>('ROLE', 'your role (default: admin)', { viewer: true, support: true, admin: true }),
    },
    example: '--email ana@empresa.example --role support',
    call: (client, input) => client.internal.console.createLink.mutate(input),
  }),
]
