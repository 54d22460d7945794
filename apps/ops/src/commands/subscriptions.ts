import { LIMITS } from '@partner-accounts/rules'
import type { Client, ListInput } from '../create-client.ts'
import { listCommand, TEST } from '../list-command.ts'
import { choice, command, flag, list, number, option, REASON, required } from '../command.ts'

const account = required(option('ID', 'id of the account'))

type Status = NonNullable<ListInput<'subscriptions'>['status']>

export const SUBSCRIPTION_COMMANDS = [
  listCommand({
    name: 'subscription list',
    about: 'Lists subscriptions, newest first',
    inputs: {
      status: choice<Status>('STATUS', 'only subscriptions with this status', {
        pending: true,
        active: true,
        canceled: true,
      }),
      partner: option('ID', 'only subscriptions of accounts of this partner'),
      ...TEST,
    },
    example: '--status pending',
    defaultLimit: 100,
    page: (client, { status, partner, test }, page) =>
      client.internal.subscriptions.list.query({ status, partnerId: partner, includeTest: test, ...page }),
  }),
  command({
    name: 'subscription activate',
    about: 'Activates a subscription and mails the administrator; has no effect if it is already active',
    inputs: { account },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12',
    call: (client, { account }) => client.internal.subscriptions.activate.mutate({ accountId: account }),
  }),
  command({
    name: 'subscription activate-many',
    about: `Activates the subscriptions of several accounts, at most ${LIMITS.activationsPerCall}`,
    inputs: {
      accounts: required(option('IDS', 'ids of the accounts, separated by commas', list)),
      dryRun: flag('only report what would happen'),
    },
    example: '--accounts 65f1c2a9e4b0d83f5a7c9e12,65f1c2a9e4b0d83f5a7c9e13 --dry-run',
    call: (client, { accounts, dryRun }) =>
      client.internal.subscriptions.activateMany.mutate({ accountIds: accounts, dryRun }),
    findFailure: (result) => notActivated(result as Activations),
  }),
  command({
    name: 'subscription resend-activation',
    about: 'Mails a new activation link to the administrator of an account',
    inputs: { account },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12',
    call: (client, { account }) => client.internal.subscriptions.resendActivationMail.mutate({ accountId: account }),
  }),
  command({
    name: 'subscription change',
    about: 'Changes the subscribed employees or face ids',
    inputs: {
      account,
      employees: option('N', 'number of employees', number),
      faceIds: option('N', 'number of employees with facial recognition', number),
    },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12 --employees 25 --face-ids 10',
    call: (client, { account, ...changes }) =>
      client.internal.subscriptions.update.mutate({ accountId: account, ...changes }),
  }),
  command({
    name: 'subscription create',
    about: 'Starts another subscription of an account whose subscription is canceled',
    inputs: {
      account,
      employees: required(option('N', 'number of employees', number)),
      faceIds: option('N', 'number of employees with facial recognition (default: 0)', number),
      coupon: option('CODE', 'coupon to redeem'),
    },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12 --employees 25',
    call: (client, { account, ...contract }) =>
      client.internal.subscriptions.create.mutate({ accountId: account, ...contract }),
  }),
  command({
    name: 'subscription cancel',
    about: 'Cancels a subscription permanently',
    inputs: { account, ...REASON },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12',
    isIrreversible: true,
    call: (client, { account, reason }) => client.internal.subscriptions.cancel.mutate({ accountId: account, reason }),
  }),
]

type Activations = Awaited<ReturnType<Client['internal']['subscriptions']['activateMany']['mutate']>>

function notActivated({ results }: Activations): string | undefined {
  const failed = results.filter(({ result }) => result === 'not-found' || result === 'canceled')
  if (failed.length === 0) return undefined
  return `Not activated: ${failed.map(({ accountId, result }) => `${accountId} (${result})`).join(', ')}`
}
