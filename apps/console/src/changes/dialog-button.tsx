import { Dialog } from '@base-ui/react/dialog'
import { Form } from '@base-ui/react/form'
import { LIMITS } from '@partner-accounts/rules'
import { Button, FailureNotice, TextField, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { type ReactNode, useState } from 'react'
import { changeMessages } from './change-messages.ts'
import { type Change, useChange } from './use-change.ts'

interface DialogButtonProps<Result> extends Omit<Change<Result>, 'run'> {
  /** Receives an empty reason unless the dialog asks for one. */
  run: (reason: string) => Promise<Result>
  asksReason?: boolean
  label: string
  variant?: 'primary' | 'secondary' | 'danger'
  small?: boolean
  /** Label that also names the record, for a list that repeats `label`. */
  accessibleLabel?: string
  title: string
  lead: string
  submit: string
  /** Fills the fields with the record's current values. */
  onOpen?: () => void
  /** Whether a field of `children` lacks its value. */
  isIncomplete?: boolean
  /** The text that the operator must type to confirm the change. */
  confirmationText?: string
  children?: ReactNode
}

/** A button that opens a dialog with a form, which runs a change. */
export function DialogButton<Result>({
  label,
  variant = 'secondary',
  small = false,
  accessibleLabel,
  onOpen,
  onDone,
  ...dialog
}: DialogButtonProps<Result>) {
  const [isOpen, setOpen] = useState(false)
  const openOrClose = (willBeOpen: boolean) => {
    if (willBeOpen) onOpen?.()
    setOpen(willBeOpen)
  }
  const close = (result: Result) => {
    setOpen(false)
    onDone?.(result)
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={openOrClose}>
      <Dialog.Trigger render={<Button variant={variant} small={small} />} aria-label={accessibleLabel}>
        {label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <ChangeForm {...dialog} isDangerous={variant === 'danger'} onDone={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ChangeFormProps<Result> = Omit<
  DialogButtonProps<Result>,
  'label' | 'variant' | 'small' | 'accessibleLabel' | 'onOpen'
> & {
  isDangerous: boolean
}

function ChangeForm<Result>({
  title,
  lead,
  submit,
  isIncomplete = false,
  confirmationText,
  asksReason = false,
  isDangerous,
  run,
  children,
  ...options
}: ChangeFormProps<Result>) {
  const t = useMessages(changeMessages)
  const [reason, setReason] = useState('')
  const change = useChange({ ...options, run: () => run(reason) })
  const [confirmation, setConfirmation] = useState('')
  const hasReason = !asksReason || reason.trim().length >= LIMITS.reason.min
  const isConfirmed = confirmationText === undefined || isSameText(confirmation, confirmationText)
  const isReady = hasReason && isConfirmed && !isIncomplete
  const fieldErrors = change.isError ? failureOf(change.error).fields : undefined
  return (
    <>
      <Dialog.Title className="dialog-title">{title}</Dialog.Title>
      <Dialog.Description className="muted">{lead}</Dialog.Description>
      <Form className="stack" errors={fieldErrors ?? {}} onFormSubmit={() => isReady && change.mutate()}>
        {change.isError && !fieldErrors && <FailureNotice error={change.error} keepsInput />}
        {children}
        {asksReason && (
          <TextField
            name="reason"
            label={t.reason}
            hint={t.reasonHint}
            autoComplete="off"
            value={reason}
            onChange={setReason}
          />
        )}
        {confirmationText !== undefined && (
          <TextField
            name="confirmation"
            label={t.typeToConfirm(confirmationText)}
            autoComplete="off"
            spellCheck={false}
            value={confirmation}
            onChange={setConfirmation}
          />
        )}
        <div className="row">
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            busy={change.isPending}
            disabled={!isReady}
          >
            {submit}
          </Button>
          <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
        </div>
      </Form>
    </>
  )
}

const isSameText = (text: string, expected: string) => text.trim().toLowerCase() === expected.trim().toLowerCase()
