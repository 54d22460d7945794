import { FailureNotice, MoreButton, TableScroll, TableSkeleton, useFormats, useMessages } from '@partner-accounts/ui'
import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { recordMessages } from './record-messages.ts'

export interface Column<T> {
  heading: string
  cell: (record: T) => ReactNode
  className?: 'number' | 'nowrap' | 'mono nowrap' | 'email'
  /** Repeats the heading before the value on phones. */
  isLabelled?: boolean
}

export interface ListQuery<T> {
  data: InfiniteData<{ items: T[]; total?: { count: number; isExact: boolean } }, unknown> | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

interface RecordsProps<T> {
  caption: string
  query: ListQuery<T>
  keyOf: (record: T, index: number) => string
  /** The first column contains the headings of the rows. */
  columns: readonly [Column<T>, ...Column<T>[]]
  linkTo?: (record: T) => string
  /** A column before the others, such as check boxes. */
  control?: { heading: ReactNode; cell: (record: T) => ReactNode }
  empty?: ReactNode
  /** Offers no further pages, because a link leads to the whole list. */
  isExcerpt?: boolean
}

/** A list of records, whose rows link to their pages. */
export function Records<T>({ query, empty, isExcerpt = false, ...table }: RecordsProps<T>) {
  const t = useMessages(recordMessages)
  const { number } = useFormats()
  const total = query.data?.pages[0]?.total
  const records = query.data?.pages.flatMap(({ items }) => items) ?? []
  const totalText = total?.isExact ? t.total : t.totalAbove
  return (
    <>
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      {total && <p className="small muted">{totalText(number(total.count))}</p>}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {query.data && records.length === 0 && <p className="card-padded muted">{empty ?? t.nothing}</p>}
        {records.length > 0 && <Table records={records} {...table} />}
      </div>
      {!isExcerpt && <MoreButton query={query} />}
    </>
  )
}

type TableProps<T> = Omit<RecordsProps<T>, 'query' | 'empty' | 'isExcerpt'> & { records: readonly T[] }

function Table<T>({ caption, records, keyOf, columns, linkTo, control }: TableProps<T>) {
  const [first, ...others] = columns
  return (
    <TableScroll label={caption}>
      <table className="table table-links">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {control && (
              <th scope="col" className="table-control">
                {control.heading}
              </th>
            )}
            {columns.map(({ heading, className }) => (
              <th key={heading} scope="col" className={className === 'number' ? className : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <tr key={keyOf(record, index)}>
              {control && <td className="table-control">{control.cell(record)}</td>}
              <th scope="row" className={first.className}>
                {linkTo ? <Link to={linkTo(record)}>{first.cell(record)}</Link> : first.cell(record)}
              </th>
              {others.map(({ heading, cell, className, isLabelled = false }) => (
                <td key={heading} className={className} {...(isLabelled && { 'data-label': heading })}>
                  {cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
