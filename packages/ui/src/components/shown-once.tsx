import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface ShownOnceProps {
  title: string
  lead: string
  kept: string
  onClose: () => void
  /** Items of a `dl`, such as `CopiedValue`. */
  children: ReactNode
}

/** Shows values that cannot be shown again. Only the button closes it. */
export const ShownOnce = ({ title, lead, kept, onClose, children }: ShownOnceProps) => (
  <AlertDialog.Root open>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="backdrop" />
      <AlertDialog.Popup className="dialog stack">
        <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
        <AlertDialog.Description className="muted">{lead}</AlertDialog.Description>
        <dl className="stack">{children}</dl>
        <Button variant="primary" onClick={onClose}>
          {kept}
        </Button>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)
