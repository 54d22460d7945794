import { Notice, useFormats, useMessages } from '@partner-accounts/ui'
import { Link } from 'react-router'
import { importMessages } from './import-messages.ts'
import { RowTable } from './row-table.tsx'
import type { ExistingRow } from './use-existing-accounts.ts'

const MAX_SHOWN = 100

interface ExistingRowsProps {
  existing: readonly ExistingRow[]
  /** Creates rows whose tax ID has an account already. */
  isRepeating: boolean
  onRepeat: (isRepeating: boolean) => void
}

export function ExistingRows({ existing, isRepeating, onRepeat }: ExistingRowsProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const shown = existing.slice(0, MAX_SHOWN).map(({ row, account, isEmail }) => ({
    line: row.line,
    name: row.draft['company_doc.name'],
    problem: (
      <p>
        {isEmail ? t.sameEmailAs : t.sameDocumentAs}{' '}
        <Link to={`/portal/accounts/${account.id}`} target="_blank">
          {account.name}
        </Link>
      </p>
    ),
  }))
  return (
    <>
      <Notice tone="caution">{t.someExist(number(existing.length), existing.length === 1)}</Notice>
      <RowTable title={t.existingTitle} rows={shown} problem={t.existingColumn} />
      {existing.some(({ isEmail }) => !isEmail) && (
        <label className="row">
          <input
            type="checkbox"
            checked={isRepeating}
            onChange={({ currentTarget }) => onRepeat(currentTarget.checked)}
          />
          {t.repeat}
        </label>
      )}
    </>
  )
}
