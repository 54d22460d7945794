import { FailureNotice, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client } from '../service/client.ts'
import type { MailFilter } from './mail-list.tsx'
import { mailMessages } from './mail-messages.ts'

/** Of the mails that are `queued`, only those are retried that had an attempt. */
type RetryFilter = Pick<MailFilter, 'kind' | 'recipient'> & { status: 'failed' | 'queued' }

const PAGE_SIZE = 200

const retryPage = (filter: RetryFilter, options: { dryRun: boolean; cursor?: string | undefined }) =>
  client.internal.mails.retryMany.mutate({ ...filter, limit: PAGE_SIZE, ...options })

export function RetryAllButton({ filter }: { filter: RetryFilter }) {
  const t = useMessages(mailMessages)
  const { label, lead } = t.retryAll[filter.status]
  const retryAll = async (cursor?: string): Promise<void> => {
    const { nextCursor: next } = await retryPage(filter, { dryRun: false, cursor })
    if (next !== null) await retryAll(next)
  }
  return (
    <DialogButton
      label={label}
      title={t.retryAllTitle}
      lead={lead}
      submit={t.retry}
      run={() => retryAll()}
      done={t.retriedAll}
    >
      <Count filter={filter} />
    </DialogButton>
  )
}

function Count({ filter }: { filter: RetryFilter }) {
  const t = useMessages(mailMessages)
  const { number } = useFormats()
  const { data, error } = useQuery({
    queryKey: ['mails-to-retry', filter],
    queryFn: () => retryPage(filter, { dryRun: true }),
    staleTime: 0,
  })
  if (error) return <FailureNotice error={error} />
  if (!data) return <span className="skeleton" aria-busy="true" />
  const more = data.nextCursor === null ? '' : '+'
  return <p>{t.retryAllCount(`${number(data.items.length)}${more}`)}</p>
}
