import { Choices, Page, useMessages } from '@partner-accounts/ui'
import { TestFilter } from '../records/list-filters.tsx'
import { useFilters, parseKey } from '../records/use-filters.ts'
import { LimitedPartners } from './limited-partners.tsx'
import { limitMessages } from './limit-messages.ts'

const PERIODS = ['60', '360', '1440'] as const

export function LimitsPage() {
  const t = useMessages(limitMessages)
  const { filters, change, includeTest } = useFilters('minutes', 'test')
  const minutes = parseKey(t.periods, filters.minutes) ?? PERIODS[0]
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="row">
        <Choices
          label={t.period}
          value={minutes}
          onChange={(value) => change({ minutes: value })}
          options={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
        />
        <TestFilter isOn={includeTest} onChange={change} />
      </div>
      <LimitedPartners filter={{ minutes: Number(minutes), includeTest }} />
    </Page>
  )
}
