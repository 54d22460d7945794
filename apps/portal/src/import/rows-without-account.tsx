import { Button, Download, Notice, useLocale, useMessages } from '@partner-accounts/ui'
import { useNavigate } from 'react-router'
import { batchMessages } from '../batches/batch-messages.ts'
import type { Batch, BatchRow } from '../batches/batch.ts'
import { saveFaultyRows } from './save-rows.ts'
import { unfinishedImports } from './unfinished-import-store.ts'
import { takeBack } from './unfinished-import.ts'
import { useUnfinishedImport } from './use-unfinished-import.ts'

/** Offers to correct or download the rows of a batch's file that have no account: rejected ones, and those not sent. */
export function RowsWithoutAccount({ batch, rows }: { batch: Batch; rows: readonly BatchRow[] }) {
  const t = useMessages(batchMessages)
  const locale = useLocale()
  const navigate = useNavigate()
  const { unfinished, hasOpenRows } = useUnfinishedImport(batch.userId)
  const rejected = rows.flatMap(({ line, key, original, state }) =>
    state.kind === 'rejected' ? [{ line, key, original, reason: state.reason }] : [],
  )
  const isOfBatch = unfinished?.id === batch.importId
  const hasUnsentRows = isOfBatch && hasOpenRows
  const correct = async () => {
    if (unfinished && rejected.length > 0) {
      await unfinishedImports.save(batch.userId, takeBack(unfinished, rejected), rejected.length)
    }
    await navigate('/portal/import')
  }
  if (rejected.length === 0 && !hasUnsentRows) return null
  return (
    <Notice tone="caution">
      <p>{hasUnsentRows ? t.unsentRows : t.rejectedRows}</p>
      <div className="row">
        {isOfBatch && (
          <Button small onClick={correct}>
            {t.correctRows}
          </Button>
        )}
        {rejected.length > 0 && (
          <Button small onClick={() => saveFaultyRows(batch.fileName, rejected, locale)}>
            <Download size={16} aria-hidden /> {t.downloadRejected}
          </Button>
        )}
      </div>
    </Notice>
  )
}
