import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { Button, FailureNotice, showToast, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import type { IntegrationCredentials } from './credentials-dialog.tsx'
import { DisableDialog, SuccessorDialog } from './disable-dialog.tsx'
import { type Member, type Permission, useTeamChange } from './members.ts'
import { PermissionFields } from './permission-fields.tsx'
import { teamMessages } from './team-messages.ts'

export const ACCOUNT_PERMISSIONS: Permission[] = ['accounts:read', 'accounts:create']
export const INTEGRATION_PERMISSIONS: Permission[] = [...ACCOUNT_PERMISSIONS, 'webhooks:manage']
export const ALL_PERMISSIONS: Permission[] = [...INTEGRATION_PERMISSIONS, 'users:manage']

interface MemberDialogProps {
  member: Member
  onClose: () => void
  onRotated?: (credentials: IntegrationCredentials) => void
}

export function MemberDialog({ member, onClose, onRotated }: MemberDialogProps) {
  const t = useMessages(teamMessages)
  const { id, name, email, kind, status } = member
  const { me } = useMe()
  const [permissions, setPermissions] = useState<readonly Permission[]>(member.permissions)
  const save = useTeamChange(() => client.team.setPermissions.mutate({ id, permissions: [...permissions] }), onClose)
  const invite = useTeamChange(() => client.team.inviteAgain.mutate({ id }), onClose)
  const enable = useTeamChange(
    () => client.team.enable.mutate({ id }),
    ({ status: current }) => {
      onClose()
      showToast(current === 'active' ? t.enabled(name) : t.invitedAgain(name))
    },
  )
  const rotate = useTeamChange(
    () => client.team.rotatePassword.mutate({ id }),
    (rotated) => {
      onClose()
      onRotated?.(rotated)
    },
  )
  const reset = useTeamChange(
    () => client.team.resetSecondFactor.mutate({ id }),
    () => {
      onClose()
      showToast(t.secondFactorReset(name))
    },
  )
  const changes = [save, invite, enable, rotate, reset]
  const failed = changes.find(({ isError }) => isError)
  const isBusy = changes.some(({ isPending }) => isPending)
  const isSelf = id === me.id
  const [isDisabling, setDisabling] = useState(false)
  if (isDisabling) return <DisableDialog member={member} onUndo={() => enable.mutate(undefined)} onClose={onClose} />
  if (save.error && failureOf(save.error).name === 'last-manager')
    return <SuccessorDialog onNamed={() => save.mutate(undefined)} onClose={onClose} />
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{name}</Dialog.Title>
          <Dialog.Description className="muted">{email}</Dialog.Description>
          {failed && <FailureNotice error={failed.error} />}
          <PermissionFields
            offered={kind === 'person' ? ALL_PERMISSIONS : INTEGRATION_PERMISSIONS}
            value={permissions}
            onChange={setPermissions}
          />
          <Button variant="primary" busy={isBusy} onClick={() => save.mutate(undefined)}>
            {t.save}
          </Button>
          {status === 'invited' && (
            <Button busy={isBusy} onClick={() => invite.mutate(undefined)}>
              {t.resend}
            </Button>
          )}
          {status === 'disabled' && (
            <Button busy={isBusy} onClick={() => enable.mutate(undefined)}>
              {t.enable}
            </Button>
          )}
          {member.hasSecondFactor && !isSelf && (
            <>
              <Button busy={isBusy} onClick={() => reset.mutate(undefined)}>
                {t.resetSecondFactor}
              </Button>
              <p className="field-hint">{t.resetSecondFactorHint}</p>
            </>
          )}
          {kind === 'integration' && (
            <>
              <Button busy={isBusy} onClick={() => rotate.mutate(undefined)}>
                {t.rotate}
              </Button>
              <p className="field-hint">{t.rotateHint}</p>
            </>
          )}
          {status !== 'disabled' && (
            <Button variant="danger" busy={isBusy} onClick={() => setDisabling(true)}>
              {isSelf ? t.leave : t.disable}
            </Button>
          )}
          <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
