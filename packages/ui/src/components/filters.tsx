import { type ReactNode, useId } from 'react'

interface ChoiceFilterProps<T extends string> {
  label: string
  /** The option that does not filter. */
  all?: string
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

/** `value` is `YYYY-MM-DD`. */
export const DayFilter = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => (
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
