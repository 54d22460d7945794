import { argument, command } from '../command.ts'
import { listCommand } from '../list-command.ts'

export const OPERATOR_COMMANDS = [
  listCommand({
    name: 'operator list',
    about: 'Lists who is signed in to the console, newest first',
    inputs: {},
    example: '',
    defaultLimit: undefined,
    page: (client, _filter, page) => client.internal.console.sessions.query(page),
  }),
  command({
    name: 'operator sign-out',
    about: 'Ends a session of the console immediately',
    inputs: { id: argument('id of the session') },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.console.endSession.mutate(input),
  }),
]
