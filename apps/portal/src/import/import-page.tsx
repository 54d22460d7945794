import type { ReactNode } from 'react'
import { Notice, Page, useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import { MissingPermission, Suspended } from '../permissions/permission-pages.tsx'
import { BatchList } from '../batches/batch-list.tsx'
import { type Batch, undownloadedOf } from '../batches/batch.ts'
import { FileChoice } from './file-choice.tsx'
import { ImportReview } from './import-review.tsx'
import { batchMessages } from '../batches/batch-messages.ts'
import { useBatches } from '../batches/use-batches.ts'
import { useUnfinishedImport } from './use-unfinished-import.ts'

/** Shows stored results also to users who may not create accounts. */
export function ImportPage() {
  const { me, mayCreate } = useMe()
  const { batches = [] } = useBatches()
  const list = batches.length > 0 && <BatchList batches={batches} />
  if (mayCreate) return <NewBatch list={list} isListUrgent={batches.some(needsAttention)} />
  return (
    <div className="page">
      {me.partner.status === 'suspended' ? <Suspended /> : <MissingPermission needs="mayCreate" />}
      {list}
    </div>
  )
}

const needsAttention = (batch: Batch): boolean => batch.counts.waiting > 0 || undownloadedOf(batch) > 0

function NewBatch({ list, isListUrgent }: { list: ReactNode; isListUrgent: boolean }) {
  const t = useMessages(batchMessages)
  const { me } = useMe()
  const { batches, unavailable } = useBatches()
  return (
    <Page title={t.title} lead={t.lead}>
      {unavailable && <Notice tone="alert">{t.unavailable[unavailable]}</Notice>}
      {isListUrgent && list}
      {batches && <Import userId={me.id} />}
      {!isListUrgent && list}
    </Page>
  )
}

function Import({ userId }: { userId: string }) {
  const { unfinished, hasOpenRows, start, discard } = useUnfinishedImport(userId)
  if (unfinished === undefined) return null
  if (unfinished === null || !hasOpenRows) return <FileChoice onChoose={start} />
  return <ImportReview key={unfinished.id} userId={userId} initial={unfinished} onDiscard={discard} />
}
