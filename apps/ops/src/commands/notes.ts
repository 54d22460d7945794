import { argument, command, option, required } from '../command.ts'
import { listCommand } from '../list-command.ts'

const subject = {
  partner: option('ID', 'the partner'),
  account: option('ID', 'the account'),
}
const exactlyOneOf = ['partner', 'account'] as const

export const NOTE_COMMANDS = [
  command({
    name: 'note add',
    about: 'Adds a note for operators to a partner or an account',
    inputs: { ...subject, text: required(option('TEXT', 'the note')) },
    exactlyOneOf,
    example: "--partner 65f1c2a9e4b0d83f5a7c9e10 --text 'Invoices by post'",
    call: (client, { partner, account, text }) =>
      client.internal.notes.create.mutate({ partnerId: partner, accountId: account, text }),
  }),
  listCommand({
    name: 'note list',
    about: 'Lists the notes of a partner or an account, newest first',
    inputs: subject,
    exactlyOneOf,
    example: '--partner 65f1c2a9e4b0d83f5a7c9e10',
    defaultLimit: 100,
    page: (client, { partner, account }, page) =>
      client.internal.notes.list.query({ partnerId: partner, accountId: account, ...page }),
  }),
  command({
    name: 'note delete',
    about: 'Deletes a note',
    inputs: { id: argument('id of the note') },
    example: '65f1c2a9e4b0d83f5a7c9e14',
    isIrreversible: true,
    call: (client, input) => client.internal.notes.delete.mutate(input),
  }),
]
