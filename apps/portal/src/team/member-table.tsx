import { Button, RelativeTime, StatusBadge, TableScroll, useFormats, useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import type { Member } from './members.ts'
import { usePersonEmail } from '../test-mode/person-email.ts'
import { teamMessages } from './team-messages.ts'

interface MemberTableProps {
  caption: string
  /** Heading of the column of last sign-ins. */
  lastUse: string
  members: readonly Member[]
  onEdit: (member: Member) => void
}

export function MemberTable({ caption, lastUse, members, onEdit }: MemberTableProps) {
  const t = useMessages(teamMessages)
  return (
    <TableScroll label={caption}>
      <table className="table table-records">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.permissions}</th>
            <th scope="col">{lastUse}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} lastUse={lastUse} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

type MemberRowProps = Pick<MemberTableProps, 'lastUse' | 'onEdit'> & { member: Member }

function MemberRow({ member, lastUse, onEdit }: MemberRowProps) {
  const t = useMessages(teamMessages)
  const personEmail = usePersonEmail()
  const { me } = useMe()
  const { date } = useFormats()
  const { name, email, status, permissions, lastSignedInAt } = member
  return (
    <tr>
      <th scope="row" className="table-main">
        {name || t.erased} {member.id === me.id && <span className="muted">({t.you})</span>}
        <div className="small muted">{personEmail(email)}</div>
        {member.kind === 'integration' && <div className="small muted">{t.createdOn(date(member.createdAt))}</div>}
      </th>
      <td>
        <StatusBadge status={status} texts={t.statuses} />
        {member.hasSecondFactor && <div className="small muted">{t.withSecondFactor}</div>}
      </td>
      <td>{permissions.map((permission) => t.rights[permission]).join(', ') || t.none}</td>
      <td className="nowrap" data-label={lastUse}>
        {lastSignedInAt === null ? t.never : <RelativeTime timestamp={lastSignedInAt} />}
      </td>
      <td className="number">
        {/* The name of an erased member is empty. */}
        {name !== '' && (
          <Button small aria-label={t.editOf(name)} onClick={() => onEdit(member)}>
            {t.edit}
          </Button>
        )}
      </td>
    </tr>
  )
}
