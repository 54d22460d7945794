import { useState } from 'react'
import { Button, FailureNotice, MoreButton, Plus, TableSkeleton, useMessages } from '@partner-accounts/ui'
import { client } from '../service/clients.ts'
import { CredentialsDialog, type IntegrationCredentials } from './credentials-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { type Member, useMembers } from './members.ts'
import { NewMemberDialog } from './new-member-dialog.tsx'
import { TeamFrame } from './team-frame.tsx'
import { teamMessages } from './team-messages.ts'

export function IntegrationsPage() {
  const t = useMessages(teamMessages)
  const [isAdding, setAdding] = useState(false)
  const [credentials, setCredentials] = useState<IntegrationCredentials>()
  const actions = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus size={17} aria-hidden /> {t.add}
    </Button>
  )
  return (
    <TeamFrame title={t.integrationsTitle} lead={t.integrationsLead} actions={actions}>
      <Integrations onRotated={setCredentials} />
      {isAdding && (
        <NewMemberDialog
          kind="integration"
          add={({ name, permissions }) =>
            client.team.addIntegration.mutate({
              name,
              permissions: permissions.filter((permission) => permission !== 'users:manage'),
            })
          }
          onClose={() => setAdding(false)}
          onAdded={setCredentials}
        />
      )}
      {credentials && <CredentialsDialog credentials={credentials} onClose={() => setCredentials(undefined)} />}
    </TeamFrame>
  )
}

function Integrations({ onRotated }: { onRotated: (credentials: IntegrationCredentials) => void }) {
  const t = useMessages(teamMessages)
  const query = useMembers()
  const [edited, setEdited] = useState<Member>()
  const integrations = query.members.filter(({ kind }) => kind === 'integration')
  return (
    <>
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {query.isSuccess && integrations.length === 0 && <p className="card-padded muted">{t.noIntegrations}</p>}
        {integrations.length > 0 && (
          <MemberTable caption={t.integrationsTitle} lastUse={t.lastUse} members={integrations} onEdit={setEdited} />
        )}
      </div>
      <MoreButton query={query} />
      {edited && <MemberDialog member={edited} onClose={() => setEdited(undefined)} onRotated={onRotated} />}
    </>
  )
}
