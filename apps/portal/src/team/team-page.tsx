import { useState } from 'react'
import { Button, FailureNotice, MoreButton, Plus, showToast, TableSkeleton, useMessages } from '@partner-accounts/ui'
import { client } from '../service/clients.ts'
import { EmptyTestPartner } from '../test-mode/empty-test-partner.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { type Member, useMembers } from './members.ts'
import { NewMemberDialog } from './new-member-dialog.tsx'
import { SecondFactorRule } from './second-factor-rule.tsx'
import { TeamFrame } from './team-frame.tsx'
import { teamMessages } from './team-messages.ts'

export function TeamPage() {
  const t = useMessages(teamMessages)
  const [isInviting, setInviting] = useState(false)
  const actions = (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <Plus size={17} aria-hidden /> {t.invite}
    </Button>
  )
  return (
    <TeamFrame title={t.peopleTitle} lead={t.peopleLead} actions={actions}>
      <People />
      <SecondFactorRule />
      <EmptyTestPartner />
      {isInviting && (
        <NewMemberDialog
          kind="person"
          add={(member) => client.team.invite.mutate(member)}
          onClose={() => setInviting(false)}
          onAdded={() => showToast(t.invitationSent)}
        />
      )}
    </TeamFrame>
  )
}

function People() {
  const t = useMessages(teamMessages)
  const query = useMembers()
  const [edited, setEdited] = useState<Member>()
  const people = query.members.filter(({ kind }) => kind === 'person')
  return (
    <>
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {people.length > 0 && (
          <MemberTable caption={t.peopleTitle} lastUse={t.lastSignIn} members={people} onEdit={setEdited} />
        )}
      </div>
      <MoreButton query={query} />
      {edited && <MemberDialog member={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
