import type { ReactNode } from 'react'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'

interface ShownOnceProps {
  title: string
  lead: string
  kept: string
  onClose: () => void
  /** Belong in a `dl`. */
  children: ReactNode
}

/** Only the button closes it. */
export const ShownOnce = ({ title, lead, kept, onClose, children }: ShownOnceProps) => (
  <AlertDialog title={title} lead={lead}>
    <dl className="stack">{children}</dl>
    <Button variant="primary" onClick={onClose}>
      {kept}
    </Button>
  </AlertDialog>
)
