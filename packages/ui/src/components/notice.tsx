import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.ts'
import type { ReactNode } from 'react'

const ICONS = { alert: CircleAlert, caution: TriangleAlert, good: CircleCheck, plain: Info }

interface NoticeProps {
  tone?: keyof typeof ICONS
  children: ReactNode
}

/** Screen readers announce the tone `alert` immediately, others after what they are reading. */
export function Notice({ tone = 'plain', children }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div className={`notice notice-${tone}`} role={tone === 'alert' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden />
      <div className="notice-body">{children}</div>
    </div>
  )
}
