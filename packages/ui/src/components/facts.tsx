import { type ReactNode, useId } from 'react'

/** Named values under a heading. */
export function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card card-padded stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="facts">{children}</dl>
    </section>
  )
}

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** A number that matters. */
export const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
