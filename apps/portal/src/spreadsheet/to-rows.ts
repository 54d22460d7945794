import { type AccountDraft, cleanDraft, EMPTY_DRAFT, type Field } from '../accounts/account-draft.ts'
import { isCpf } from '../accounts/check-digits.ts'
import { type Columns, normalizeHeading } from './columns.ts'
import { type CellDamage, damageOf } from './cell-damage.ts'
import type { Table } from './find-table.ts'
import { restoreZeros } from './restore-zeros.ts'
import { toStateCode } from './states.ts'
import { SAMPLE } from './template.ts'

export interface SheetRow {
  line: number
  draft: AccountDraft
  restored: readonly Field[]
  damage: Readonly<Partial<Record<Field, CellDamage>>>
  /** Left out unless a person includes it. */
  exclusion: 'total' | 'example' | 'hidden' | undefined
  cells: readonly string[]
}

const TOTAL = /^(sub ?)?total( geral)?( |$)/

export function toRows({ headings, rows }: Table, columns: Columns): SheetRow[] {
  const taxIds = normalizeHeading(headings[columns.indexOf('company_doc.cnpj')] ?? '')
  const mayHaveCpfs = /cpf|documento/.test(taxIds) && !columns.includes('company_doc.cpf')
  return rows.map(({ line, cells, isHidden }) => {
    const given = Object.fromEntries(columns.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])))
    const typed: AccountDraft = { ...EMPTY_DRAFT, ...given }
    if (mayHaveCpfs && isCpf(typed['company_doc.cnpj'].replace(/\D/g, '').padStart(11, '0'))) {
      typed['company_doc.cpf'] = typed['company_doc.cnpj']
      typed['company_doc.cnpj'] = ''
    }
    const state = toStateCode(typed['company_doc.address.state'])
    const clean = cleanDraft({ ...typed, 'company_doc.address.state': state })
    const damage = Object.fromEntries(
      Object.entries(given).flatMap(([field, text]) => {
        const kind = damageOf(text)
        return kind ? [[field, kind]] : []
      }),
    ) as SheetRow['damage']
    // As typed: punctuation proves that it was never a number.
    const restored = restoreZeros(typed)
    const damaged = Object.fromEntries(Object.keys(damage).map((field) => [field, given[field] ?? '']))
    const draft = { ...clean, ...restored, ...damaged }
    const exclusion = exclusionOf(draft, cells, isHidden)
    return { line, draft, restored: Object.keys(restored) as Field[], damage, exclusion, cells }
  })
}

function exclusionOf(draft: AccountDraft, cells: readonly string[], isHidden: boolean): SheetRow['exclusion'] {
  const isTotal = draft.email === '' && TOTAL.test(normalizeHeading(cells.find((text) => text !== '') ?? ''))
  if (isTotal) return 'total'
  if (draft.email === SAMPLE.email && draft['company_doc.cnpj'] === SAMPLE['company_doc.cnpj']) return 'example'
  return isHidden ? 'hidden' : undefined
}
