import { argument, command, flag } from '../command.ts'

export const MAIL_COMMANDS = [
  command({
    name: 'mail list',
    about: 'Lists the latest mails: queued, sent and permanently failed',
    inputs: { failed: flag('only mails that failed permanently') },
    example: '--failed',
    call: (client, { failed }) => client.internal.mails.list.query({ failed }),
  }),
  command({
    name: 'mail retry',
    about: 'Queues a permanently failed mail again',
    inputs: { id: argument('id of the mail') },
    example: '65f1c2a9e4b0d83f5a7c9e13',
    call: (client, input) => client.internal.mails.retry.mutate(input),
  }),
]
