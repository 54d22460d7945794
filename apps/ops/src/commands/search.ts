import { argument, command } from '../command.ts'

export const SEARCH_COMMANDS = [
  command({
    name: 'search records',
    about: 'Finds accounts, partners, portal users and mails: at most 10 of each',
    inputs: { query: argument('words of a name, a document, an e-mail or an id') },
    example: "'padaria estrela'",
    call: (client, input) => client.internal.records.search.query(input),
  }),
]
