import { type ReactNode, useId, useState } from 'react'
import { type DayRange, dayRanges } from '../formats/days.ts'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'

interface ChoiceFilterProps<T extends string> {
  label: string
  /** Label of the option for `undefined`. Without it, there is no such option. */
  all?: string
  /** Labels of the options, by value. */
  texts: Record<T, string>
  value: T | undefined
  onChange: (value: T | undefined) => void
}

export function ChoiceFilter<T extends string>({ label, all, texts, value, onChange }: ChoiceFilterProps<T>) {
  const options = Object.keys(texts) as T[]
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          className="input"
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(options.find((option) => option === currentTarget.value))}
        >
          {all !== undefined && <option value="">{all}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {texts[option]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

const messages = defineMessages(
  {
    from: 'De',
    to: 'Até',
    ranges: {
      any: 'Qualquer data',
      today: 'Hoje',
      week: 'Últimos 7 dias',
      days30: 'Últimos 30 dias',
      month: 'Este mês',
      lastMonth: 'Mês passado',
      chosen: 'Escolher datas…',
    },
  },
  {
    from: 'From',
    to: 'To',
    ranges: {
      any: 'Any date',
      today: 'Today',
      week: 'Last 7 days',
      days30: 'Last 30 days',
      month: 'This month',
      lastMonth: 'Last month',
      chosen: 'Choose dates…',
    },
  },
)

interface DayRangeFilterProps extends DayRange {
  label: string
  onChange: (range: DayRange) => void
}

export function DayRangeFilter({ label, from, to, onChange }: DayRangeFilterProps) {
  const t = useMessages(messages)
  const [isCustom, setCustom] = useState(false)
  const ranges = dayRanges()
  const presets = Object.keys(ranges) as (keyof typeof ranges)[]
  const matching = presets.find((name) => ranges[name].from === from && ranges[name].to === to)
  const preset = isCustom ? undefined : matching
  const choose = (value: keyof typeof t.ranges | undefined) => {
    setCustom(value === 'chosen')
    if (value !== 'chosen') onChange(ranges[value ?? 'any'])
  }
  return (
    <>
      <ChoiceFilter label={label} texts={t.ranges} value={preset ?? 'chosen'} onChange={choose} />
      {preset === undefined && (
        <>
          <DayField label={t.from} value={from} onChange={(day) => onChange({ from: day, to })} />
          <DayField label={t.to} value={to} onChange={(day) => onChange({ from, to: day })} />
        </>
      )}
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <Labelled label={label}>
    {(id) => (
      <input
        id={id}
        className="input"
        type="date"
        max="9999-12-31"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Labelled>
)

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}
