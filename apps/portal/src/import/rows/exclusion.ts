import type { AccountDraft } from '../../accounts/account-draft.ts'
import { normalizeHeading } from './normalize-heading.ts'

/** Why a row is no account. `page`: what programs print above and below each page. */
export type Exclusion = 'total' | 'example' | 'hidden' | 'heading' | 'page'

const TOTAL = /^(sub ?)?total( geral)?( |$)/
const PAGE =
  /^(pag(ina)? \d|page \d|fim d[oae]|end of|emitid[oa] (em|por)|gerad[oa] (em|por)|impress[oa] (em|por)|exportad[oa] (em|por)|(quantidade|qtde?|numero) (de|total)|registros? |\d+ (registros?|clientes|linhas)$)/
/** Rows of pages have few cells. */
const MAX_PAGE_CELLS = 3

interface ExcludedRow {
  draft: AccountDraft
  cells: readonly string[]
  headings: readonly string[]
  isHidden: boolean
  isExample: boolean
}

export function exclusionOf({ draft, cells, headings, isHidden, isExample }: ExcludedRow): Exclusion | undefined {
  const texts = cells.filter((text) => text !== '')
  if (isHeading(cells, headings)) return 'heading'
  if (!texts.some((text) => /[\p{L}\p{N}]/u.test(text))) return 'page'
  const first = normalizeHeading(texts[0] ?? '')
  if (draft.email === '' && TOTAL.test(first)) return 'total'
  if (draft.email === '' && texts.length <= MAX_PAGE_CELLS && PAGE.test(first)) return 'page'
  if (isExample) return 'example'
  return isHidden ? 'hidden' : undefined
}

/** Printed lists repeat the headings on each page. */
function isHeading(cells: readonly string[], headings: readonly string[]): boolean {
  const named = headings.flatMap((heading, index) => (heading === '' ? [] : [index]))
  const isEqual = (index: number) => normalizeHeading(cells[index] ?? '') === normalizeHeading(headings[index] ?? '')
  return named.length > 1 && named.every(isEqual)
}
