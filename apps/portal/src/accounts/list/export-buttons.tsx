import { Button, Download, FailureNotice, useFormats, useLocale, useMessages, useAction } from '@partner-accounts/ui'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { useState } from 'react'
import type { TableFormat } from '../../file-formats/save-table.ts'
import type { Criteria } from './criteria.ts'
import { listMessages } from './list-messages.ts'

export function ExportButtons({ criteria }: { criteria: Criteria }) {
  const t = useMessages(listMessages)
  const locale = useLocale()
  const formats = useFormats()
  const [count, setCount] = useState(0)
  const save = useAction({
    mutationFn: async (format: TableFormat) => {
      setCount(0)
      const { exportAccounts } = await loadChunk(() => import('./export-accounts.ts'))
      await exportAccounts(criteria, format, locale, setCount)
    },
  })
  return (
    <div className="stack">
      <div className="row" role="group" aria-label={t.export}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            small
            busy={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            <Download size={15} aria-hidden /> {t[format]}
          </Button>
        ))}
        <span className="small muted" role="status">
          {save.isPending && t.exporting(formats.number(count))}
        </span>
      </div>
      {save.isError && <FailureNotice error={save.error} />}
    </div>
  )
}
