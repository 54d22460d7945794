import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import {
  AlertDialog,
  Button,
  CloseDialog,
  FailureNotice,
  showToast,
  useFailureText,
  useMessages,
} from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useMe } from '../permissions/me.ts'
import type { IntegrationCredentials } from './credentials-dialog.tsx'
import { DisableDialog, SuccessorDialog } from './disable-dialog.tsx'
import { ALL_PERMISSIONS, INTEGRATION_PERMISSIONS, type Member, type Permission } from './members.ts'
import { PermissionFields } from './permission-fields.tsx'
import { usePersonEmail } from '../test-mode/person-email.ts'
import { teamMessages } from './team-messages.ts'
import { useMemberChanges } from './use-member-changes.ts'

interface MemberDialogProps {
  member: Member
  onClose: () => void
  /** Called with the new password of an integration. */
  onRotated?: (credentials: IntegrationCredentials) => void
}

/** Dialogs that ask before an action. */
type DialogName = 'disable' | 'reset' | 'rotate'
type Changes = ReturnType<typeof useMemberChanges>

export function MemberDialog({ member, onClose, onRotated }: MemberDialogProps) {
  const t = useMessages(teamMessages)
  const personEmail = usePersonEmail()
  const failureText = useFailureText()
  const { name, email, kind } = member
  const [permissions, setPermissions] = useState<readonly Permission[]>(member.permissions)
  const [openDialog, setOpenDialog] = useState<DialogName>()
  const changes = useMemberChanges(member, { permissions, onClose, onRotated })
  const { save, enable } = changes
  const failedChange = Object.values(changes).find(({ isError }) => isError)
  // This dialog is closed by then, so a toast shows the failure.
  const undoDisable = () => {
    enable.mutateAsync(undefined).catch((error: unknown) => showToast(t.undoFailed(failureText(failureOf(error)))))
  }
  if (openDialog === 'disable') return <DisableDialog member={member} onUndo={undoDisable} onClose={onClose} />
  if (save.error && failureOf(save.error).name === 'last-manager')
    return <SuccessorDialog onNamed={() => save.mutate(undefined)} onClose={onClose} />
  const closeDialog = () => setOpenDialog(undefined)
  if (openDialog === 'reset')
    return <ResetDialog name={name} change={changes.resetSecondFactor} onClose={closeDialog} />
  if (openDialog === 'rotate') return <RotateDialog member={member} change={changes.rotate} onClose={closeDialog} />
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{name}</Dialog.Title>
          <Dialog.Description className="muted">{personEmail(email)}</Dialog.Description>
          {failedChange && <FailureNotice error={failedChange.error} />}
          <PermissionFields
            offered={kind === 'person' ? ALL_PERMISSIONS : INTEGRATION_PERMISSIONS}
            value={permissions}
            onChange={setPermissions}
          />
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(undefined)}>
            {t.save}
          </Button>
          <MemberActions member={member} changes={changes} onOpenDialog={setOpenDialog} />
          <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface MemberActionsProps {
  member: Member
  changes: Changes
  onOpenDialog: (name: DialogName) => void
}

function MemberActions({ member, changes, onOpenDialog }: MemberActionsProps) {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const { id, kind, status, hasSecondFactor } = member
  const isSelf = id === me.id
  const isBusy = Object.values(changes).some(({ isPending }) => isPending)
  return (
    <>
      {status === 'invited' && (
        <Button busy={isBusy} onClick={() => changes.resendInvitation.mutate(undefined)}>
          {t.resend}
        </Button>
      )}
      {status === 'disabled' && (
        <Button busy={isBusy} onClick={() => changes.enable.mutate(undefined)}>
          {t.enable}
        </Button>
      )}
      {hasSecondFactor && !isSelf && <Button onClick={() => onOpenDialog('reset')}>{t.resetSecondFactor}</Button>}
      {kind === 'integration' && <Button onClick={() => onOpenDialog('rotate')}>{t.rotate}</Button>}
      {status !== 'disabled' && (
        <Button variant="danger" busy={isBusy} onClick={() => onOpenDialog('disable')}>
          {isSelf ? t.leave : t.disable}
        </Button>
      )}
    </>
  )
}

interface ResetDialogProps {
  name: string
  change: Changes['resetSecondFactor']
  onClose: () => void
}

function ResetDialog({ name, change, onClose }: ResetDialogProps) {
  const t = useMessages(teamMessages)
  return (
    <AlertDialog title={t.resetTitle(name)} lead={t.resetSecondFactorHint} onClose={onClose}>
      {change.isError && <FailureNotice error={change.error} />}
      <Button variant="danger" busy={change.isPending} onClick={() => change.mutate(undefined)}>
        {t.resetSecondFactor}
      </Button>
      <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
    </AlertDialog>
  )
}

interface RotateDialogProps {
  member: Member
  change: Changes['rotate']
  onClose: () => void
}

function RotateDialog({ member: { name, status }, change, onClose }: RotateDialogProps) {
  const t = useMessages(teamMessages)
  const isActive = status === 'active'
  return (
    <AlertDialog title={t.rotateTitle(name)} lead={isActive ? t.rotateLead : t.rotateDisabledLead} onClose={onClose}>
      {change.isError && <FailureNotice error={change.error} />}
      <Button variant="primary" busy={change.isPending} onClick={() => change.mutate({ endsCurrent: false })}>
        {t.rotate}
      </Button>
      {isActive && (
        <Button variant="danger" busy={change.isPending} onClick={() => change.mutate({ endsCurrent: true })}>
          {t.rotateNow}
        </Button>
      )}
      <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
    </AlertDialog>
  )
}
