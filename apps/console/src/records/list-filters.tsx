import { Button, ChoiceFilter, useMessages } from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../service/paths.ts'
import { PartnerName } from './partner-name.tsx'
import { recordMessages } from './record-messages.ts'

interface ListFiltersProps {
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
}

export function ListFilters({ isFiltered, onClear, children }: ListFiltersProps) {
  const t = useMessages(recordMessages)
  return (
    <div className="filters" role="group" aria-label={t.filters}>
      {children}
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}

interface TestFilterProps {
  isOn: boolean
  onChange: (changes: { test: 'true' | undefined }) => void
}

/** Includes test partners in a list. Omit it for searches and for lists of one partner, which include them anyway. */
export function TestFilter({ isOn, onChange }: TestFilterProps) {
  const { includeTest } = useMessages(recordMessages)
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange({ test: currentTarget.checked ? 'true' : undefined })}
      />
      {includeTest}
    </label>
  )
}

/** Shows the partner whose records the list contains. */
export const OfPartner = ({ label, id }: { label: string; id: string }) => (
  <p>
    {label}{' '}
    <Link to={pathOf.partner(id)}>
      <PartnerName id={id} />
    </Link>
  </p>
)

export type ListOrder = 'newest' | 'oldest'

interface OrderFilterProps {
  order: ListOrder
  onChange: (changes: { order: ListOrder | undefined }) => void
}

export function OrderFilter({ order, onChange }: OrderFilterProps) {
  const t = useMessages(recordMessages)
  return (
    <ChoiceFilter label={t.order} texts={t.orders} value={order} onChange={(value) => onChange({ order: value })} />
  )
}
