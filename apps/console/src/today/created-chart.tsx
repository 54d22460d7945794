import { useFormats, useLocale, useMessages } from '@partner-accounts/ui'
import type { Outputs } from '../service/client.ts'
import { todayMessages } from './today-messages.ts'

type Days = Outputs['figures']['get']['accountsCreated']

// Lengths in units of the SVG's view box.
const HEIGHT = 120
const BAR_WIDTH = 18
const GAP = 6
/** Height of the bar of a day without accounts. */
const MIN_HEIGHT = 1

export function CreatedChart({ days }: { days: Days }) {
  const t = useMessages(todayMessages)
  const { number } = useFormats()
  const formatDay = useDayFormat()
  const most = Math.max(0, ...days.map(({ accounts }) => accounts))
  const total = days.reduce((sum, { accounts }) => sum + accounts, 0)
  const heightOf = (accounts: number) => Math.max(MIN_HEIGHT, (accounts / Math.max(1, most)) * HEIGHT)
  const first = days.at(0)
  const last = days.at(-1)
  return (
    <figure className="card card-padded stack">
      <p className="small muted">{t.summary(number(total), number(days.length), number(most))}</p>
      <svg
        className="chart"
        viewBox={`0 0 ${days.length * (BAR_WIDTH + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {days.map(({ date, accounts }, index) => (
          <rect
            key={date}
            x={index * (BAR_WIDTH + GAP)}
            y={HEIGHT - heightOf(accounts)}
            width={BAR_WIDTH}
            height={heightOf(accounts)}
          >
            <title>{`${formatDay(date)}: ${number(accounts)}`}</title>
          </rect>
        ))}
      </svg>
      {first && last && (
        <div className="row row-apart small muted" aria-hidden>
          <span>{formatDay(first.date)}</span>
          <span>{formatDay(last.date)}</span>
        </div>
      )}
      <details>
        <summary>{t.asTable}</summary>
        <table className="table">
          <caption className="visually-hidden">{t.created}</caption>
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              <th scope="col" className="number">
                {t.accounts}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ date, accounts }) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                <td className="number">{number(accounts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** Formats days in UTC, because midnight in UTC is still the previous day in American time zones. */
function useDayFormat(): (day: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}
