import { useState } from 'react'
import { Button, CopyButton, FailureNotice, MoreButton, Plus, TableSkeleton, useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { CredentialsDialog, type IntegrationCredentials } from '../team/credentials-dialog.tsx'
import { MemberDialog } from '../team/member-dialog.tsx'
import { MemberTable } from '../team/member-table.tsx'
import { type Member, useMembers } from '../team/members.ts'
import { NewMemberDialog } from '../team/new-member-dialog.tsx'
import { teamMessages } from '../team/team-messages.ts'
import { developersMessages } from './developers-messages.ts'

interface IntegrationsProps {
  onAdded: (credentials: IntegrationCredentials) => void
}

export function Integrations({ onAdded }: IntegrationsProps) {
  const t = useMessages(teamMessages)
  const { mayManage } = useMe()
  return (
    <section className="stack" aria-labelledby="integrations">
      <div>
        <h2 id="integrations">{t.integrationsTitle}</h2>
        <p className="muted">{t.integrationsLead}</p>
      </div>
      {mayManage ? <ManagedIntegrations onAdded={onAdded} /> : <AccessRequestText />}
    </section>
  )
}

function AccessRequestText() {
  const t = useMessages(developersMessages)
  const { me } = useMe()
  const text = t.requestText(me.name, me.email)
  return (
    <div className="card card-padded stack">
      <p>{t.requestLead}</p>
      <blockquote className="code">{text}</blockquote>
      <div>
        <CopyButton name={t.requestName} text={text} />
      </div>
    </div>
  )
}

function ManagedIntegrations({ onAdded }: IntegrationsProps) {
  const t = useMessages(teamMessages)
  const [isAdding, setAdding] = useState(false)
  const [credentials, setCredentials] = useState<IntegrationCredentials>()
  return (
    <>
      <div>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus size={17} aria-hidden /> {t.add}
        </Button>
      </div>
      <IntegrationList onRotated={setCredentials} />
      {isAdding && (
        <NewMemberDialog
          kind="integration"
          add={({ name, permissions }) =>
            client.team.createIntegration.mutate({
              name,
              // The dialog does not offer `users:manage`. The filter excludes it from the type.
              permissions: permissions.filter((permission) => permission !== 'users:manage'),
            })
          }
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setCredentials(added)
            onAdded(added)
          }}
        />
      )}
      {credentials && <CredentialsDialog credentials={credentials} onClose={() => setCredentials(undefined)} />}
    </>
  )
}

function IntegrationList({ onRotated }: { onRotated: (credentials: IntegrationCredentials) => void }) {
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
