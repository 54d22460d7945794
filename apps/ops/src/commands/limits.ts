import { argument, command, number, option } from '../command.ts'
import { listCommand } from '../list-command.ts'

const minutes = option('N', 'how many minutes to look back, at most 1440 (default: 60)', number)

export const LIMIT_COMMANDS = [
  listCommand({
    name: 'limits list',
    about: 'Lists the partners whose requests the rate limit rejected lately',
    inputs: { minutes },
    example: '--minutes 15',
    defaultLimit: 100,
    page: (client, filter, page) => client.internal.limits.list.query({ ...filter, ...page }),
  }),
  command({
    name: 'limits show',
    about: 'Shows how much of the rate limit a partner uses now, and its rejected requests by minute',
    inputs: { id: argument('id of the partner'), minutes },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.limits.show.query(input),
  }),
]
