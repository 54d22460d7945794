import type { ReactNode } from 'react'
import { PageTitle } from './page.tsx'

export const EmptyPage = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <div className="empty">
    <PageTitle title={title} />
    <p className="muted">{text}</p>
    {action}
  </div>
)
