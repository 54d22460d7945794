import { type ReactNode, useId } from 'react'
import { TableScroll, useMessages } from '@partner-accounts/ui'
import { batchMessages } from './batch-messages.ts'

interface RowTableProps {
  title: string
  /** `line`: row number in the spreadsheet. */
  rows: readonly { line: number; name: ReactNode; problem: ReactNode }[]
}

export function RowTable({ title, rows }: RowTableProps) {
  const t = useMessages(batchMessages)
  const id = useId()
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <TableScroll label={title}>
        <table className="table" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t.line}</th>
              <th scope="col">{t.company}</th>
              <th scope="col">{t.problem}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, name, problem }) => (
              <tr key={line}>
                <th scope="row" className="numeric">
                  {line}
                </th>
                <td>{name || '—'}</td>
                <td>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  )
}
