import { useEffect } from 'react'
import { useParams } from 'react-router'
import { Page, useMessages } from '@partner-accounts/ui'
import { NotFound } from '../permissions/permission-pages.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { BatchResults } from './batch-results.tsx'
import { onboardingRun } from './onboarding-run.ts'
import { onboardingMessages } from './onboarding-messages.ts'
import { useBatches } from './use-batches.ts'

export function BatchPage() {
  const t = useMessages(onboardingMessages)
  const { batchId = '' } = useParams()
  const { batches, rows } = useBatches()
  const batch = batches?.find(({ id }) => id === batchId)
  const batchRows = rows.get(batchId)
  useEffect(() => {
    if (batch) void onboardingRun.load(batch)
  }, [batch])
  if (batches && !batch) return <NotFound />
  return (
    <Page title={batch?.fileName ?? t.title} back={{ to: '/portal/onboarding', label: t.title }}>
      {batch && batchRows ? (
        <>
          <BatchProgress batch={batch} rows={batchRows} />
          <BatchResults batch={batch} rows={batchRows} />
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
