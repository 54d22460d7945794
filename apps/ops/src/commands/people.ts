import { argument, command } from '../command.ts'

export const PERSON_COMMANDS = [
  command({
    name: 'person export',
    about: 'Exports everything stored about a person; the audit trail records it',
    inputs: { email: argument("the person's e-mail") },
    example: 'maria@estrela.example',
    call: (client, input) => client.internal.people.export.mutate(input),
  }),
]
