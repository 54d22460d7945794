import { useFormats, useMessages } from '@partner-accounts/ui'
import type { ShownAccount } from './account-facts.tsx'
import { accountMessages } from './accounts-messages.ts'

export function AccountHistory({ history }: Pick<ShownAccount, 'history'>) {
  const t = useMessages(accountMessages)
  const formats = useFormats()
  return (
    <section className="card card-padded stack" aria-labelledby="history">
      <h2 id="history">{t.history}</h2>
      <ol className="timeline">
        {history.map(({ at, action, actor, name }, index) => (
          <li key={index}>
            <div>{t.actions[action]}</div>
            <div className="small muted">
              <time dateTime={at}>{formats.dateTime(at)}</time> · {name ?? t.actors[actor]}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
