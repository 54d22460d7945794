import { ButtonLink, ChevronLeft, ChevronRight, useFormats, useMessages } from '@partner-accounts/ui'
import { type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { accountsMessages } from '../accounts-messages.ts'
import { type Criteria, toListState, toQueryString } from './criteria.ts'
import { listMessages } from './list-messages.ts'

interface PagerProps {
  criteria: Criteria
  total: number
  pageSize: number
}

export function Pager({ criteria, total, pageSize }: PagerProps) {
  const t = useMessages(accountsMessages)
  const formats = useFormats()
  const pages = Math.ceil(total / pageSize)
  const { page } = criteria
  // The address may name a page behind the last one.
  const previous = Math.min(page - 1, pages)
  const state = toListState(criteria)
  if (pages < 2) return null
  return (
    <nav className="row row-apart" aria-label={t.pages}>
      <p className="small muted">{t.page(formats.number(page), formats.number(pages))}</p>
      <div className="row">
        {pages > 2 && <PageField key={page} criteria={criteria} pages={pages} />}
        {page > 1 && (
          <ButtonLink small to={toQueryString({ ...criteria, page: previous })} state={state} rel="prev">
            <ChevronLeft size={16} aria-hidden /> {t.previous}
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink small to={toQueryString({ ...criteria, page: page + 1 })} state={state} rel="next">
            {t.next} <ChevronRight size={16} aria-hidden />
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

function PageField({ criteria, pages }: { criteria: Criteria; pages: number }) {
  const t = useMessages(listMessages)
  const navigate = useNavigate()
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const page = Math.trunc(Number(new FormData(event.currentTarget).get('page')))
    // `Number` returns 0 for an empty field, and NaN for a text that is not a number.
    if (Number.isNaN(page) || page < 1) return
    void navigate(toQueryString({ ...criteria, page: Math.min(page, pages) }), { state: toListState(criteria) })
  }
  return (
    <form className="row" onSubmit={go}>
      <input
        className="input page-field"
        name="page"
        type="number"
        min={1}
        max={pages}
        defaultValue={criteria.page}
        aria-label={t.goTo}
      />
    </form>
  )
}
