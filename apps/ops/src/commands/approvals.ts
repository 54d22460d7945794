import { argument, command, REASON } from '../command.ts'
import type { Outputs } from '../create-client.ts'
import { listCommand } from '../list-command.ts'

type Approval = Outputs['approvals']['list']['items'][number]

const id = argument('id of the request')

export const APPROVAL_COMMANDS = [
  listCommand({
    name: 'approval list',
    about: 'Lists requests that wait for another operator, oldest first',
    inputs: {},
    example: '',
    defaultLimit: 100,
    page: (client, _filter, page) => client.internal.approvals.list.query(page),
    forPeople(approval) {
      const { id, requestedAt, requestedBy, action, reason, corrections, ...ids } = approval as Approval
      const record = ids.recordName ?? ids.accountId ?? ids.partnerId
      const changes = Object.entries(corrections).map(([field, value]) => `${field}: ${value ?? '-'}`)
      return { id, requestedAt, requestedBy, action, record, reason, changes }
    },
  }),
  command({
    name: 'approval approve',
    about: 'Runs the requested action, and prints its result',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e14',
    isIrreversible: true,
    call: (client, input) => client.internal.approvals.approve.mutate(input),
  }),
  command({
    name: 'approval reject',
    about: 'Rejects a request',
    inputs: { id, ...REASON },
    example: "65f1c2a9e4b0d83f5a7c9e14 --reason 'wrong account'",
    call: (client, input) => client.internal.approvals.reject.mutate(input),
  }),
]
