import { type ReactNode, useId } from 'react'
import { useWords } from '@partner-accounts/ui'
import { ADMINISTRATOR_STATUSES, type Criteria, ORDERS, STATUSES } from './criteria.ts'
import { listWords } from './list-words.ts'

/** The filters and the order of the list. Each change applies immediately, from the first page. */
export function Filters({ criteria, onChange }: { criteria: Criteria; onChange: (criteria: Criteria) => void }) {
  const t = useWords(listWords)
  const change = (changes: Partial<Criteria>) => onChange({ ...criteria, ...changes, page: 1 })
  return (
    <div className="filters" role="group" aria-label={t.filters}>
      <Choice
        label={t.status}
        all={t.all}
        options={STATUSES}
        texts={t.statuses}
        value={criteria.status}
        onChange={(status) => change({ status })}
      />
      <Choice
        label={t.administrator}
        all={t.allAdministrators}
        options={ADMINISTRATOR_STATUSES}
        texts={t.administratorStatuses}
        value={criteria.administrator}
        onChange={(administrator) => change({ administrator })}
      />
      <Day label={t.from} value={criteria.from} onChange={(from) => change({ from })} />
      <Day label={t.to} value={criteria.to} onChange={(to) => change({ to })} />
      <Choice
        label={t.order}
        options={ORDERS}
        texts={t.orders}
        value={criteria.order}
        onChange={(order) => change({ order: order ?? 'newest' })}
      />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  /** The text of the option that does not filter. */
  all?: string
  options: readonly T[]
  texts: Record<T, string>
  value: T | undefined
  onChange: (value: T | undefined) => void
}

const Choice = <T extends string>({ label, all, options, texts, value, onChange }: ChoiceProps<T>) => (
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

const Day = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
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
