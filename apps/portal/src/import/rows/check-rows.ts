import { defineMessages, type Locale } from '@partner-accounts/ui/messages'
import { isCpf } from '../../accounts/check-digits.ts'
import { checkDraft, type DraftErrors } from '../../accounts/check-draft.ts'
import type { CellDamage } from './cell-damage.ts'
import type { SheetRow } from './to-rows.ts'

const messages = defineMessages(
  {
    sameEmail: (line: number) => `O mesmo e-mail está na linha ${line}.`,
    cpf: 'Isto é um CPF, não um CNPJ.',
    formula: 'Uma fórmula da planilha deu erro. Digite o valor.',
    cut: 'O Excel cortou este número. Digite-o por inteiro.',
    date: 'O Excel transformou este valor em data. Digite o valor.',
    uncomputed:
      'Esta fórmula ainda não foi calculada. Abra a planilha no Excel, salve-a e escolha-a de novo, ou digite o valor.',
    undecoded: 'Há letras que não puderam ser lidas. Corrija o texto.',
    'city-code': 'Isto é um código, não o nome da cidade.',
    'other-state': 'A cidade e o estado não combinam.',
  } satisfies Record<CellDamage | 'cpf', string> & { sameEmail: (line: number) => string },
  {
    sameEmail: (line: number) => `The same e-mail is in row ${line}.`,
    cpf: 'This is a CPF, not a CNPJ.',
    formula: 'A formula of the spreadsheet failed. Type the value.',
    cut: 'Excel cut this number. Type all of its digits.',
    date: 'Excel turned this value into a date. Type the value.',
    uncomputed:
      'This formula has not been computed. Open the spreadsheet in Excel, save it and choose it again, or type the value.',
    undecoded: 'Some letters could not be read. Correct the text.',
    'city-code': 'This is a code, not the name of the city.',
    'other-state': 'The city is not in this state.',
  },
)

export interface CheckedRow {
  row: SheetRow
  errors: DraftErrors
  /** Line of an earlier row with the same tax ID. */
  repeats: number | undefined
}

/** Errors by row. Cached, because typing changes only one of thousands of rows. */
const cachedErrors = { 'pt-BR': new WeakMap<SheetRow, DraftErrors>(), en: new WeakMap<SheetRow, DraftErrors>() }

/** Returns the errors of a row that do not depend on other rows. */
function checkRow(row: SheetRow, locale: Locale): DraftErrors {
  const cached = cachedErrors[locale].get(row)
  if (cached) return cached
  const t = messages[locale]
  const errors = checkDraft(row.draft, locale)
  if (isCpf(row.draft['company_doc.cnpj'])) errors['company_doc.cnpj'] = t.cpf
  for (const [field, kind] of Object.entries(row.damage)) errors[field as keyof DraftErrors] = t[kind]
  cachedErrors[locale].set(row, errors)
  return errors
}

/**
 * Returns the rows with their errors. An e-mail that repeats that of an earlier row is an error, too.
 *
 * @param rows rows that are not left out, in the file's order. Rows in a batch are included.
 */
export function checkRows(rows: readonly SheetRow[], locale: Locale): CheckedRow[] {
  const emails = new Map<string, number>()
  const taxIds = new Map<string, number>()
  return rows.map((row) => {
    const { line, draft } = row
    const errors = checkRow(row, locale)
    // An administrator's e-mail is unique, whatever its case (2.6).
    const lineOfEmail = earlierLine(emails, draft.email.toLowerCase(), line)
    const repeats = earlierLine(taxIds, draft['company_doc.cnpj'] || draft['company_doc.cpf'], line)
    if (lineOfEmail === undefined) return { row, errors, repeats }
    return { row, errors: { ...errors, email: messages[locale].sameEmail(lineOfEmail) }, repeats }
  })
}

/** Returns the first line with the value. If there is none, adds this line to `lines` and returns `undefined`. */
function earlierLine(lines: Map<string, number>, value: string, line: number): number | undefined {
  if (value === '') return undefined
  const earlier = lines.get(value)
  if (earlier === undefined) lines.set(value, line)
  return earlier
}
