import type { AccountDraft } from '../../accounts/account-draft.ts'
import { JOINED_SEPARATOR } from './join-columns.ts'
import { normalizeHeading } from './normalize-heading.ts'

/** Why a row is not a customer. `page`: what programs print above and below each page. */
export type Exclusion = 'total' | 'example' | 'hidden' | 'heading' | 'page'

/**
 * Matches the first text of a row such as `Subtotal`, `Total geral: 12` and `Clientes: 2`, after `normalizeHeading`,
 * which replaces colons and other punctuation by spaces.
 */
const TOTAL = /^((sub ?)?tota(l|is)( geral)?( |$)|(clientes|registros|soma) \d+$)/
/** Match the first text of rows that programs print around a page, after `normalizeHeading`. */
const PAGE = [
  /^(pag(ina)?|page|folha) \d/, // Página 1 de 3
  /^\d+ (de|of) \d+$/, // 1 de 3
  /^(fim d[oae]|end of|relatorio d[eoa]|lista(gem)? d[eoa]) /, // Fim do relatório
  /^(emitid|gerad|impress|exportad)[oa] (em|por)/, // Emitido em 01/02/2026
  /^((data|hora|emissao|impressao)( d[ae] (emissao|impressao))? \d|usuario )/, // Data: 01/02/2026
  /^((quantidade|qtde?|numero) (de|total) .*\d$|registros? )/, // Quantidade de clientes: 2
  /^\d+ (registros?|clientes|linhas|rows)( afetad[oa]s| affected)?$/, // 2 registros
]
const PAGE_NUMBER = /^\d{1,3}$/
/** What programs print around a page has few cells. */
const MAX_PAGE_CELLS = 3
/** Length of a CPF, the shorter of the tax IDs. */
const MIN_TAX_ID_LENGTH = 11

interface ImportedRow {
  draft: AccountDraft
  cells: readonly string[]
  headings: readonly string[]
  isHidden: boolean
  /** Whether it is the example of the template. */
  isExample: boolean
}

/** Returns why a row is left out, or `undefined` for a customer. */
export function exclusionOf({ draft, cells, headings, isHidden, isExample }: ImportedRow): Exclusion | undefined {
  const texts = cells.filter((text) => text !== '')
  if (isHeading(cells, headings)) return 'heading'
  // A line of dashes, for example, has no contents.
  const hasContents = texts.some((text) => /[\p{L}\p{N}]/u.test(text))
  if (!hasContents) return 'page'
  const first = normalizeHeading(texts[0] ?? '')
  const taxId = draft['company_doc.cnpj'] || draft['company_doc.cpf']
  const isCustomer = draft.email.includes('@') || taxId.length >= MIN_TAX_ID_LENGTH
  if (!isCustomer && TOTAL.test(first)) return 'total'
  if (!isCustomer && texts.length <= MAX_PAGE_CELLS && PAGE.some((pattern) => pattern.test(first))) return 'page'
  if (texts.length === 1 && PAGE_NUMBER.test(first)) return 'page'
  if (isExample) return 'example'
  return isHidden ? 'hidden' : undefined
}

/** Returns whether a row repeats the headings, as printed lists do on each page. */
function isHeading(cells: readonly string[], headings: readonly string[]): boolean {
  // Joined columns are not in the file.
  const isInFile = (heading: string) => heading !== '' && !heading.includes(JOINED_SEPARATOR)
  const named = headings.flatMap((heading, column) => (isInFile(heading) ? [{ heading, column }] : []))
  const isRepeated = named.every(
    ({ heading, column }) => normalizeHeading(cells[column] ?? '') === normalizeHeading(heading),
  )
  return named.length > 1 && isRepeated
}
