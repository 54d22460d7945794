import { option } from '../command.ts'
import type { Outputs } from '../create-client.ts'
import { DATE_RANGE, listCommand } from '../list-command.ts'

type Entry = Outputs['audit']['list']['items'][number]

export const AUDIT_COMMANDS = [
  listCommand({
    name: 'audit list',
    about: 'Lists changes, newest first',
    inputs: {
      account: option('ID', 'only changes of this account'),
      partner: option('ID', 'only changes of this partner'),
      record: option('ID', 'only changes of the record with this id, of any kind'),
      actor: option('ACTOR', 'only changes by this actor, as --json shows it'),
      action: option('ACTION', 'only this action, as the list shows it'),
      ...DATE_RANGE,
    },
    example: '--partner 65f1c2a9e4b0d83f5a7c9e10',
    defaultLimit: 100,
    page: (client, { account, partner, record, ...filter }, page) =>
      client.internal.audit.list.query({
        accountId: account,
        partnerId: partner,
        recordId: record,
        actor: filter.actor,
        action: filter.action,
        from: filter.from,
        to: filter.to,
        ...page,
      }),
    forPeople(entry) {
      const { at, actor, actorName, via, network, action, count, changes, reason, ...related } = entry as Entry
      const record = related.accountName ?? related.subjectName ?? related.accountId ?? related.subjectId
      const partner = related.partnerName ?? related.partnerId
      return { at, actor: actorName ?? actor, via, network, action, count, record, partner, changes, reason }
    },
  }),
]
