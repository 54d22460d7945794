import { Credential, ShownOnce, StatusBadge, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { DialogButton } from '../changes/dialog-button.tsx'
import { Section } from '../records/section.tsx'
import { client, type Outputs } from '../service/client.ts'
import { useMe } from '../session/me.ts'
import type { Account } from './account.ts'
import { accountMessages } from './account-messages.ts'

type Issued = Outputs['accounts']['reissueToken']

export function TokenSection({ account: { id, apiTokenStatus: status, employer } }: { account: Account }) {
  const t = useMessages(accountMessages)
  const { may } = useMe()
  const [issued, setIssued] = useState<Issued>()
  return (
    <Section
      title={t.token}
      actions={
        may('admin') && (
          <>
            <DialogButton
              label={t.reissue}
              title={t.reissueTitle}
              lead={t.reissueLead}
              submit={t.reissue}
              confirmationText={employer.name}
              asksReason
              run={(reason) => client.internal.accounts.reissueToken.mutate({ id, reason })}
              done={t.reissued}
              onDone={(result) => setIssued(result)}
            />
            {status === 'active' && (
              <DialogButton
                label={t.revoke}
                variant="danger"
                title={t.revokeTitle}
                lead={t.revokeLead}
                submit={t.revoke}
                confirmationText={employer.name}
                asksReason
                run={(reason) => client.internal.accounts.revokeToken.mutate({ id, reason })}
                done={t.revoked}
              />
            )}
          </>
        )
      }
    >
      <p>
        <StatusBadge status={status} texts={t.tokenStatuses} />
      </p>
      {issued && <Secrets issued={issued} onClose={() => setIssued(undefined)} />}
    </Section>
  )
}

function Secrets({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useMessages(accountMessages)
  return (
    <ShownOnce title={t.secretsTitle} lead={t.secretsLead} kept={t.kept} onClose={onClose}>
      <Credential name="api_token" value={issued.apiToken} />
      <Credential name="secret" value={issued.secret} />
    </ShownOnce>
  )
}
