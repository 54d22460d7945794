import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'

interface AlertDialogProps {
  title: string
  lead: ReactNode
  /** Opens the dialog when pressed. Without it, the dialog is open unless `open` is false. */
  trigger?: ReactElement
  open?: boolean
  /** With neither `onClose` nor a trigger, Escape does not close the dialog. */
  onClose?: () => void
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  children: ReactNode
}

export const AlertDialog = ({ title, lead, trigger, open, onClose, initialFocus, children }: AlertDialogProps) => (
  <Base.Root open={trigger ? open : (open ?? true)} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
    {trigger && <Base.Trigger render={trigger} />}
    <Base.Portal>
      <Base.Backdrop className="backdrop" />
      <Base.Popup className="dialog stack" initialFocus={initialFocus}>
        <Base.Title className="dialog-title">{title}</Base.Title>
        <Base.Description className="muted">{lead}</Base.Description>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)

/** A button that closes the dialog in which it is. */
export const CloseDialog = (props: ComponentProps<typeof Button>) => <Base.Close render={<Button {...props} />} />
