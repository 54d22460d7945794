import { StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PartnerLabel } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { type Column, Records } from '../records/records.tsx'
import type { Filters, Inputs, Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { usePermissionTexts } from './permission-fields.tsx'
import { userMessages } from './user-messages.ts'

export type User = Outputs['portalUsers']['get']
type UserFilter = Filters<Inputs['portalUsers']['list']>

export function UserList({ filter }: { filter: UserFilter }) {
  const t = useMessages(userMessages)
  const recordTexts = useMessages(recordMessages)
  const permissionTexts = usePermissionTexts()
  const { date } = useFormats()
  const partner: Column<User> = {
    heading: recordTexts.partner,
    cell: ({ partnerId, partnerName: name, partnerMode: mode }) => (
      <Link to={pathOf.partner(partnerId)}>
        <PartnerLabel name={name} mode={mode} />
      </Link>
    ),
  }
  const query = useInfiniteQuery(useTRPC().internal.portalUsers.list.infiniteQueryOptions(filter, LIST_OPTIONS))
  return (
    <Records
      caption={t.title}
      query={query}
      keyOf={({ id }) => id}
      linkTo={({ id }) => pathOf.user(id)}
      empty={t.empty}
      columns={[
        { heading: recordTexts.name, cell: ({ name }) => name || recordTexts.erased },
        { heading: recordTexts.email, cell: ({ email }) => email, className: 'email' },
        ...(filter.partnerId == null ? [partner] : []),
        {
          heading: recordTexts.status,
          cell: ({ status }) => <StatusBadge status={status} texts={recordTexts.userStatuses} />,
        },
        { heading: t.permissions, cell: ({ permissions }) => permissionTexts(permissions) },
        { heading: recordTexts.created, cell: ({ createdAt }) => date(createdAt), className: 'nowrap' },
      ]}
    />
  )
}
