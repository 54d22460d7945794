import { type ReactNode, useId } from 'react'

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card card-padded stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="facts">{children}</dl>
    </section>
  )
}

interface FactProps {
  label: string
  value: ReactNode
  /** Too long for half of a phone's width. */
  isWide?: boolean
}

export const Fact = ({ label, value, isWide = false }: FactProps) => (
  <div className={isWide ? 'fact-wide' : undefined}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

export const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
