import type { ListInput } from '../create-client.ts'
import { argument, choice, command, flag, number, option, optionalArgument, REASON, required } from '../command.ts'
import { listCommand } from '../list-command.ts'

type Status = NonNullable<ListInput<'partners'>['status']>

const id = argument('id of the partner')

export const PARTNER_COMMANDS = [
  command({
    name: 'partner create',
    about: 'Creates a partner',
    inputs: {
      name: required(option('NAME', 'name of the partner')),
      coupon: option('CODE', 'coupon for its new accounts'),
    },
    example: "--name 'Revenda Estrela' --coupon LAUNCH-20",
    call: (client, { name, coupon }) => client.internal.partners.create.mutate({ name, coupon }),
  }),
  listCommand({
    name: 'partner list',
    about: 'Lists partners, oldest first',
    inputs: {
      name: option('TEXT', 'only names with these parts, in any case and with or without accents'),
      status: choice<Status>('STATUS', 'only partners with this status', { active: true, suspended: true }),
    },
    example: '--name estrela',
    defaultLimit: undefined,
    page: (client, filter, page) => client.internal.partners.list.query({ ...filter, ...page }),
  }),
  command({
    name: 'partner show',
    about: 'Shows a partner',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.partners.show.query(input),
  }),
  command({
    name: 'partner rename',
    about: 'Renames a partner',
    inputs: { id, name: required(option('NAME', 'the new name')) },
    example: "65f1c2a9e4b0d83f5a7c9e10 --name 'Revenda Estrela'",
    call: (client, input) => client.internal.partners.rename.mutate(input),
  }),
  command({
    name: 'partner suspend',
    about: "Blocks a partner's portal users and keeps its data",
    inputs: { id, ...REASON },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.partners.suspend.mutate(input),
  }),
  command({
    name: 'partner resume',
    about: 'Unblocks the portal users of a suspended partner',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.partners.resume.mutate(input),
  }),
  command({
    name: 'partner set-coupon',
    about: "Changes the coupon of a partner's future accounts",
    inputs: {
      id,
      coupon: option('CODE', 'the new coupon'),
      none: flag('no coupon'),
    },
    exactlyOneOf: ['coupon', 'none'],
    example: '65f1c2a9e4b0d83f5a7c9e10 --coupon LAUNCH-20',
    call: (client, { id, coupon }) => client.internal.partners.setCoupon.mutate({ id, coupon: coupon ?? null }),
  }),
  command({
    name: 'partner limit',
    about: "Changes a partner's rate limit",
    inputs: {
      id,
      requests: optionalArgument('requests per window', number),
      until: option('DATE', 'last day (YYYY-MM-DD, in UTC) or time (ISO 8601 with offset); then the default applies'),
      default: flag('the default limit'),
    },
    exactlyOneOf: ['requests', 'default'],
    example: '65f1c2a9e4b0d83f5a7c9e10 120 --until 2027-12-31',
    call: (client, { id, requests, until }) =>
      client.internal.partners.setRateLimit.mutate({
        id,
        rateLimit: requests === undefined ? null : { requests, until },
      }),
  }),
]
