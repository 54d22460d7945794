import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function Section({ title, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row row-apart">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
