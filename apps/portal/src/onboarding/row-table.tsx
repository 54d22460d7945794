import type { ReactNode } from 'react'
import { useWords } from '../preferences/locale.ts'
import { onboardingWords } from './onboarding-words.ts'

interface RowTableProps {
  caption: string
  /** `line` as a spreadsheet counts. */
  rows: readonly { line: number; name: string; problem: ReactNode }[]
}

/** Rows of a file in which something is wrong. */
export function RowTable({ caption, rows }: RowTableProps) {
  const t = useWords(onboardingWords)
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.line}</th>
            <th scope="col">{t.employer}</th>
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
    </div>
  )
}
