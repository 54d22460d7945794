import { Button, ChoiceFilter, Notice, maskedInput, useFormats, useMessages } from '@partner-accounts/ui'
import { type SubmitEvent, useId, useState } from 'react'
import { sheetLabels } from '../accounts/account-cells.ts'
import type { Field } from '../accounts/account-draft.ts'
import { MASKS } from '../accounts/masks.ts'
import { type EqualErrors, groupErrors, replaceIn } from './equal-errors.ts'
import { importMessages } from './import-messages.ts'
import type { WorkChange } from './review-work.ts'
import type { ImportRow } from './use-import-rows.ts'

interface MendRowsProps {
  rows: readonly ImportRow[]
  change: (change: WorkChange) => void
}

/** Further groups appear when these are mended. */
const MAX_GROUPS = 3

/** Lets a person correct an error once for all rows that have it. */
export function MendEqualErrors({ rows, change }: MendRowsProps) {
  const groups = groupErrors(rows).slice(0, MAX_GROUPS)
  return groups.map((group) => <EqualErrorsForm key={`${group.field} ${group.text}`} group={group} change={change} />)
}

function EqualErrorsForm({
  group: { field, text, lines },
  change,
}: { group: EqualErrors } & Pick<MendRowsProps, 'change'>) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const { number } = useFormats()
  const id = useId()
  const [value, setValue] = useState('')
  const mend = (event: SubmitEvent) => {
    event.preventDefault()
    change({ kind: 'edit', edits: Object.fromEntries(lines.map((line) => [line, { [field]: value }])) })
  }
  return (
    <Notice tone="caution">
      <form className="row mend" onSubmit={mend}>
        <label htmlFor={id}>{t.equalErrors(labels[field], text, number(lines.length))}</label>
        <input id={id} className="input mend-input" value={value} {...maskedInput(setValue, MASKS[field])} />
        <Button small type="submit" disabled={value.trim() === ''}>
          {t.mendAll(number(lines.length))}
        </Button>
      </form>
    </Notice>
  )
}

/** Replaces text in one column of all rows. */
export function ReplaceText({ rows, fields, change }: MendRowsProps & { fields: readonly Field[] }) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const { number } = useFormats()
  const id = useId()
  const [field, setField] = useState<Field>('company_doc.name')
  const [sought, setSought] = useState('')
  const [replacement, setReplacement] = useState('')
  const edits = replaceIn(rows, field, sought, replacement)
  const rowCount = Object.keys(edits).length
  const replace = (event: SubmitEvent) => {
    event.preventDefault()
    change({ kind: 'edit', edits })
  }
  return (
    <details>
      <summary>{t.replaceTitle}</summary>
      <form className="filters replace" onSubmit={replace}>
        <ChoiceFilter
          label={t.replaceField}
          texts={Object.fromEntries(fields.map((name) => [name, labels[name]])) as Record<Field, string>}
          value={field}
          onChange={(chosen) => chosen && setField(chosen)}
        />
        <div className="field">
          <label className="field-label" htmlFor={`${id}-sought`}>
            {t.sought}
          </label>
          <input
            id={`${id}-sought`}
            className="input"
            value={sought}
            onChange={({ currentTarget }) => setSought(currentTarget.value)}
          />
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}-replacement`}>
            {t.replacement}
          </label>
          <input
            id={`${id}-replacement`}
            className="input"
            value={replacement}
            onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
          />
        </div>
        <Button type="submit" disabled={rowCount === 0}>
          {t.replaceAll(number(rowCount), rowCount === 1)}
        </Button>
      </form>
    </details>
  )
}
