import { Choices, Page, useMessages } from '@partner-accounts/ui'
import { useFilters, valueIn } from '../records/use-filters.ts'
import { LimitedPartners } from './limited-partners.tsx'
import { limitMessages } from './limit-messages.ts'

const PERIODS = ['60', '360', '1440'] as const

export function LimitsPage() {
  const t = useMessages(limitMessages)
  const { filters, change } = useFilters('minutes')
  const minutes = valueIn(t.periods, filters.minutes) ?? PERIODS[0]
  return (
    <Page title={t.title} lead={t.lead}>
      <div>
        <Choices
          label={t.period}
          value={minutes}
          onChange={(value) => change({ minutes: value })}
          options={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
        />
      </div>
      <LimitedPartners minutes={Number(minutes)} />
    </Page>
  )
}
