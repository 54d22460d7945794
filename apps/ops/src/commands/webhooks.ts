import { argument, command, flag, list, option, required } from '../command.ts'
import type { Inputs } from '../create-client.ts'
import { listCommand, TEST } from '../list-command.ts'

type Types = Inputs['webhooks']['create']['types']

const inputs = { id: argument('id of the webhook') }
const example = '65f1c2a9e4b0d83f5a7c9e13'

export const WEBHOOK_COMMANDS = [
  command({
    name: 'webhook create',
    about: "Creates a webhook for a partner's events, and shows its secret once",
    inputs: {
      partner: required(option('ID', 'id of the partner')),
      url: required(option('URL', 'https:// URL that receives the events')),
      types: option('T,…', 'types of events; all by default', list),
    },
    example: `--partner ${example} --url https://revenda.example/events --types account.created`,
    call: (client, { partner, url, types = [] }) =>
      client.internal.webhooks.create.mutate({ partnerId: partner, url, types: types as NonNullable<Types> }),
  }),
  listCommand({
    name: 'webhook list',
    about: 'Lists webhooks, oldest first',
    inputs: { partner: option('ID', 'only webhooks of this partner'), ...TEST },
    example: '--json',
    defaultLimit: undefined,
    page: (client, { partner, test }, page) =>
      client.internal.webhooks.list.query({ partnerId: partner, includeTest: test, ...page }),
  }),
  command({
    name: 'webhook show',
    about: 'Shows a webhook, what waits or has failed, and its latest deliveries',
    inputs,
    example,
    call: (client, input) => client.internal.webhooks.get.query(input),
  }),
  command({
    name: 'webhook pause',
    about: 'Pauses an active webhook; its events wait',
    inputs,
    example,
    call: (client, input) => client.internal.webhooks.pause.mutate(input),
  }),
  command({
    name: 'webhook resume',
    about: 'Resumes a paused webhook, or tests an unverified or disabled webhook again',
    inputs,
    example,
    call: (client, input) => client.internal.webhooks.resume.mutate(input),
  }),
  command({
    name: 'webhook rotate-secret',
    about: 'Replaces the secret of a webhook, and shows the new one once; both sign for 24 hours',
    inputs,
    example,
    call: (client, input) => client.internal.webhooks.rotateSecret.mutate(input),
  }),
  command({
    name: 'webhook replay',
    about: 'Sends one delivery of a webhook again, or its oldest deliveries that failed or were queued since a time',
    inputs: {
      id: argument('id of the delivery; of the webhook with --failed or --since'),
      failed: flag('all that have failed permanently'),
      since: option('TIME', 'all since this day (YYYY-MM-DD, in UTC) or time'),
      until: option('TIME', 'with --since: all until this day or time'),
      cursor: option('CURSOR', 'continues with the next deliveries; the previous call shows it as nextCursor'),
    },
    example: `${example} --failed`,
    call: (client, input) => client.internal.webhooks.replay.mutate(input),
  }),
  command({
    name: 'webhook delete',
    about: 'Deletes a webhook with its deliveries',
    inputs,
    example,
    isIrreversible: true,
    call: (client, input) => client.internal.webhooks.delete.mutate(input),
  }),
]
