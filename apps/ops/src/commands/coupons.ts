import { argument, command, number, option, required } from '../command.ts'
import { listCommand } from '../list-command.ts'

export const COUPON_COMMANDS = [
  command({
    name: 'coupon create',
    about: 'Creates a coupon',
    inputs: {
      code: required(option('CODE', '1 to 64 letters, digits, hyphens or underscores')),
      percentOff: required(option('N', 'discount, from 1 to 100', number)),
      expires: option('DATE', 'last day (YYYY-MM-DD, in UTC) or time of expiry (ISO 8601 with offset)'),
      maxRedemptions: option('N', 'maximum number of accounts that may redeem it', number),
    },
    example: '--code LAUNCH-20 --percent-off 20 --expires 2027-12-31 --max-redemptions 100',
    call: (client, { expires, ...input }) => client.internal.coupons.create.mutate({ ...input, expiresAt: expires }),
  }),
  command({
    name: 'coupon show',
    about: 'Shows a coupon',
    inputs: { code: argument('code of the coupon') },
    example: 'LAUNCH-20',
    call: (client, input) => client.internal.coupons.get.query(input),
  }),
  command({
    name: 'coupon change',
    about: 'Changes when a coupon expires or how often it may be redeemed',
    inputs: {
      code: argument('code of the coupon'),
      expires: option('DATE', 'last day (YYYY-MM-DD, in UTC) or time of expiry'),
      maxRedemptions: option('N', 'maximum number of accounts that may redeem it', number),
    },
    example: 'LAUNCH-20 --expires 2027-12-31',
    call: (client, { expires, ...input }) => client.internal.coupons.update.mutate({ ...input, expiresAt: expires }),
  }),
  command({
    name: 'coupon end',
    about: 'Ends a coupon now; accounts that redeemed it keep their discount',
    inputs: { code: argument('code of the coupon') },
    example: 'LAUNCH-20',
    call: (client, { code }) => client.internal.coupons.update.mutate({ code, expiresAt: new Date().toISOString() }),
  }),
  listCommand({
    name: 'coupon list',
    about: 'Lists coupons, oldest first',
    inputs: {},
    example: '--json',
    defaultLimit: undefined,
    page: (client, _filter, page) => client.internal.coupons.list.query(page),
  }),
]
