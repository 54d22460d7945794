import { command, number, option, required } from '../command.ts'

const account = required(option('ID', 'id of the account'))

export const SUBSCRIPTION_COMMANDS = [
  command({
    name: 'subscription activate',
    about: 'Activates a subscription, and mails the administrator; a second time changes nothing',
    inputs: { account },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12',
    call: (client, { account }) => client.internal.subscriptions.activate.mutate({ account_id: account }),
  }),
  command({
    name: 'subscription change',
    about: 'Changes what is contracted',
    inputs: {
      account,
      employees: option('N', 'employees', number),
      faceIds: option('N', 'facial recognitions', number),
    },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12 --employees 25 --face-ids 10',
    call: (client, { account, employees, faceIds }) =>
      client.internal.subscriptions.change.mutate({ account_id: account, employees, face_ids: faceIds }),
  }),
  command({
    name: 'subscription cancel',
    about: 'Cancels a subscription for good',
    inputs: { account },
    example: '--account 65f1c2a9e4b0d83f5a7c9e12',
    call: (client, { account }) => client.internal.subscriptions.cancel.mutate({ account_id: account }),
  }),
]
