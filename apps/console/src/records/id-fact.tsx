import { CopyButton, Fact, useMessages } from '@partner-accounts/ui'
import { recordMessages } from './record-messages.ts'

export function IdFact({ id }: { id: string }) {
  const { id: label } = useMessages(recordMessages)
  return (
    <Fact
      label={label}
      isWide
      value={
        <span className="row">
          <span className="mono">{id}</span> <CopyButton name={label} text={id} />
        </span>
      }
    />
  )
}
