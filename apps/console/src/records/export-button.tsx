import { Button, FailureNotice, useAction, useFormats, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { type Export, exportCsv } from './export-csv.ts'
import { recordMessages } from './record-messages.ts'

export function ExportButton(list: Export) {
  const t = useMessages(recordMessages)
  const { number } = useFormats()
  const [count, setCount] = useState(0)
  const save = useAction({ mutationFn: () => exportCsv(list, setCount) })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? t.exporting(number(count)) : t.export}
      </Button>
      {save.isError && <FailureNotice error={save.error} retry={() => save.mutate()} />}
    </>
  )
}
