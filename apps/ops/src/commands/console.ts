import { command, option } from '../command.ts'
import type { Inputs } from '../create-client.ts'

type Link = NonNullable<Inputs['console']['createLink']>

export const CONSOLE_COMMANDS = [
  command({
    name: 'console',
    about: "Prints a link that signs you in to the operators' pages: valid for 10 minutes, once",
    inputs: {
      email: option('EMAIL', 'your e-mail, under which your changes are recorded'),
      role: option('ROLE', 'viewer, support or admin (default: admin)'),
    },
    example: '--email ana@empresa.example --role support',
    call: (client, input) => client.internal.console.createLink.mutate(input as Link),
  }),
]
