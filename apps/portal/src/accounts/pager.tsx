import { ButtonLink, ChevronLeft, ChevronRight, useFormats, useWords } from '@partner-accounts/ui'
import { accountsWords } from './accounts-words.ts'

interface PagerProps {
  page: number
  meta: { max_results: number; total: number }
}

export function Pager({ page, meta }: PagerProps) {
  const t = useWords(accountsWords)
  const formats = useFormats()
  const pages = Math.ceil(meta.total / meta.max_results)
  if (pages < 2) return null
  return (
    <nav className="row row-apart" aria-label={t.pages}>
      <p className="small muted">{t.page(formats.number(page), formats.number(pages))}</p>
      <div className="row">
        {page > 1 && (
          <ButtonLink small to={`?page=${Math.min(page - 1, pages)}`} rel="prev">
            <ChevronLeft size={16} aria-hidden /> {t.previous}
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink small to={`?page=${page + 1}`} rel="next">
            {t.next} <ChevronRight size={16} aria-hidden />
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
