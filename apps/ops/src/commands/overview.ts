import { argument, command, number, option, withBareTaxId } from '../command.ts'
import { listCommand, TEST } from '../list-command.ts'

const minutes = option('N', 'how many minutes to look back, at most 1440 (default: 60)', number)

export const OVERVIEW_COMMANDS = [
  listCommand({
    name: 'limits list',
    about: 'Lists the partners whose requests the rate limit rejected lately',
    inputs: { minutes, ...TEST },
    example: '--minutes 15',
    defaultLimit: 100,
    page: (client, { minutes, test }, page) =>
      client.internal.limits.list.query({ minutes, includeTest: test, ...page }),
  }),
  command({
    name: 'limits show',
    about: 'Shows how much of the rate limit a partner uses now, and its rejected requests by minute',
    inputs: { id: argument('id of the partner'), minutes },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.limits.get.query(input),
  }),
  command({
    name: 'figures show',
    about: 'Shows what waits for operators, and how many accounts were created per day',
    inputs: {
      days: option('N', 'how many days, at most 366 (default: 30)', number),
      timeZone: option('ZONE', 'time zone of the days (default: America/Sao_Paulo)'),
      ...TEST,
    },
    example: '--days 7',
    call: (client, { test, ...input }) => client.internal.figures.get.query({ ...input, includeTest: test }),
  }),
  command({
    name: 'search records',
    about: 'Finds accounts, partners, portal users and mails: at most 10 of each',
    inputs: { query: argument('words of a name, a tax ID, an e-mail, an id, or the id of a request', withBareTaxId) },
    example: "'padaria estrela'",
    call: (client, input) => client.internal.records.search.query(input),
  }),
  command({
    name: 'person export',
    about: 'Exports everything stored about a person; the audit trail records it',
    inputs: { email: argument("the person's e-mail") },
    example: 'maria@estrela.example',
    call: (client, input) => client.internal.people.export.mutate(input),
  }),
]
