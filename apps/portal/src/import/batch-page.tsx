import { useEffect } from 'react'
import { useParams } from 'react-router'
import { Page, useMessages } from '@partner-accounts/ui'
import { NotFound } from '../permissions/permission-pages.tsx'
import { BatchProgress } from '../batches/batch-progress.tsx'
import { BatchResults } from '../batches/batch-results.tsx'
import { batchRuns } from '../batches/batch-runs.ts'
import { batchMessages } from '../batches/batch-messages.ts'
import { RowsWithoutAccount } from './rows-without-account.tsx'
import { useBatches } from '../batches/use-batches.ts'

export function BatchPage() {
  const t = useMessages(batchMessages)
  const { batchId = '' } = useParams()
  const { batches, rows } = useBatches()
  const batch = batches?.find(({ id }) => id === batchId)
  const batchRows = rows.get(batchId)
  useEffect(() => {
    if (batch) void batchRuns.load(batch)
  }, [batch])
  if (batches && !batch) return <NotFound />
  return (
    <Page title={batch?.fileName ?? t.title} back={{ to: '/portal/import', label: t.title }}>
      {batch && batchRows ? (
        <>
          <BatchProgress batch={batch} rows={batchRows} />
          <BatchResults batch={batch} rows={batchRows}>
            <RowsWithoutAccount batch={batch} rows={batchRows} />
          </BatchResults>
        </>
      ) : (
        <div className="card card-padded stack" aria-busy="true">
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      )}
    </Page>
  )
}
