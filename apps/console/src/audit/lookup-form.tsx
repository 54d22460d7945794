import { Button, FailureNotice, useAction, useMessages } from '@partner-accounts/ui'
import { FindForm } from '../records/find-form.tsx'
import { auditMessages } from './audit-messages.ts'
import type { Match } from './find-matches.ts'

interface LookupFormProps {
  label: string
  hint: string
  /** Current value of the filter. */
  text: string
  /** Returns whether a typed text is already a value of the filter, such as an id. */
  isValue: (text: string) => boolean
  lookUp: (text: string) => Promise<Match[]>
  onFind: (value: string) => void
}

/** Accepts the value of a filter, or a name or e-mail to look up. Offers a choice if several values match. */
export function LookupForm({ isValue, lookUp, onFind, ...form }: LookupFormProps) {
  const t = useMessages(auditMessages)
  const search = useAction<Match[], Error, string>({
    mutationFn: lookUp,
    onSuccess([first, ...others]) {
      const isOnlyMatch = others.length === 0
      if (first && isOnlyMatch) choose(first.value)
    },
  })
  const choose = (value: string) => {
    search.reset()
    onFind(value)
  }
  const find = (text: string) => {
    if (text === '' || isValue(text)) choose(text)
    else search.mutate(text)
  }
  const matches = search.data
  return (
    <div className="stack">
      <FindForm {...form} onFind={find} />
      <div role="status">
        {matches?.length === 0 && <p className="muted">{t.noMatch}</p>}
        {matches && matches.length > 1 && <p className="muted">{t.matches}</p>}
      </div>
      {search.isError && <FailureNotice error={search.error} />}
      {matches && matches.length > 1 && (
        <ul className="stack">
          {matches.map(({ value, label, detail }) => (
            <li key={value}>
              <Button small variant="quiet" onClick={() => choose(value)}>
                {label}
              </Button>{' '}
              <span className="small muted">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
