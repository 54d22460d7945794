import { CopyButton, Fact, useWords } from '@partner-accounts/ui'
import { recordWords } from './record-words.ts'

export function IdFact({ id }: { id: string }) {
  const { id: label } = useWords(recordWords)
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
