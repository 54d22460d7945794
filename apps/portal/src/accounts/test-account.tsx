import {
  Button,
  Credential,
  DownloadMail,
  FailureNotice,
  Notice,
  RelativeTime,
  showToast,
  useMessages,
  useAction,
} from '@partner-accounts/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownAccount } from './account-facts.tsx'
import { mailUrl } from '../service/addresses.ts'
import { client, type Outputs } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { testModeMessages } from './test-mode-messages.ts'

type Action = 'activate' | 'cancel' | 'revokeToken' | 'reissueToken'

/** Lets users do with a test account what only operators can do with a live one. */
export function TestAccount({ account: { id, subscription, apiTokenStatus } }: { account: ShownAccount }) {
  const t = useMessages(testModeMessages)
  const trpc = useTRPC()
  const queries = useQueryClient()
  const change = useAction({
    // The result may contain a token.
    gcTime: 0,
    async mutationFn(action: Action) {
      if (action === 'reissueToken') return client.testAccounts.reissueToken.mutate({ id })
      await client.testAccounts[action].mutate({ id })
      return null
    },
    onSuccess(_result, action) {
      showToast(t.done[action])
      void queries.invalidateQueries({ queryKey: trpc.testAccounts.listMails.queryKey({ id }) })
      return queries.invalidateQueries({ queryKey: trpc.accounts.getDetails.queryKey({ id }) })
    },
  })
  const isOffered: Record<Action, boolean> = {
    activate: subscription.status === 'pending',
    cancel: subscription.status !== 'canceled',
    revokeToken: apiTokenStatus === 'active',
    reissueToken: true,
  }
  const offered = (Object.keys(isOffered) as Action[]).filter((action) => isOffered[action])
  return (
    <section className="card card-padded stack" aria-labelledby="test-mode">
      <h2 id="test-mode">{t.title}</h2>
      <p className="muted">{t.lead}</p>
      <div className="row">
        {offered.map((action) => (
          <Button
            key={action}
            small
            busy={change.isPending && change.variables === action}
            onClick={() => change.mutate(action)}
          >
            {t.actions[action]}
          </Button>
        ))}
      </div>
      <TestMails id={id} />
      {change.isError && <FailureNotice error={change.error} />}
      {change.data && (
        <>
          <Notice tone="caution">{t.once}</Notice>
          <dl className="stack">
            <Credential name="api_token" value={change.data.apiToken} />
            <Credential name="secret" value={change.data.secret} />
          </dl>
        </>
      )}
    </section>
  )
}

function TestMails({ id }: { id: string }) {
  const { data = [] } = useQuery(useTRPC().testAccounts.listMails.queryOptions({ id }))
  return data.map((mail) => <TestMail key={mail.id} accountId={id} mail={mail} />)
}

interface TestMailProps {
  accountId: string
  mail: Outputs['testAccounts']['listMails'][number]
}

/** Loads the mail when it is opened. */
function TestMail({ accountId, mail }: TestMailProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {mail.subject} · <RelativeTime timestamp={mail.createdAt} />
      </summary>
      {mail.bounce !== null && <Notice tone="caution">{mail.bounce}</Notice>}
      {isOpen && <iframe className="mail-frame" title={mail.subject} src={mailUrl(accountId, mail.id)} />}
      <DownloadMail mail={mail} />
    </details>
  )
}
