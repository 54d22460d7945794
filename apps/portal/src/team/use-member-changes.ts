import { showToast, useMessages } from '@partner-accounts/ui'
import { client } from '../service/clients.ts'
import type { IntegrationCredentials } from './credentials-dialog.tsx'
import { type Member, type Permission, useTeamChange } from './members.ts'
import { teamMessages } from './team-messages.ts'

interface MemberChangeOptions {
  /** The permissions that `save` stores. */
  permissions: readonly Permission[]
  onClose: () => void
  onRotated: ((credentials: IntegrationCredentials) => void) | undefined
}

/**
 * Returns the changes that a manager can make to a member. Each closes the member's dialog on success and shows a toast,
 * except `rotate`, which passes the new credentials to `onRotated` instead of showing a toast.
 */
export function useMemberChanges({ id, name }: Member, { permissions, onClose, onRotated }: MemberChangeOptions) {
  const t = useMessages(teamMessages)
  const closeWithToast = (message: string) => {
    onClose()
    showToast(message)
  }
  const save = useTeamChange(
    () => client.team.setPermissions.mutate({ id, permissions: [...permissions] }),
    () => closeWithToast(t.saved(name)),
  )
  const resendInvitation = useTeamChange(
    () => client.team.resendInvitation.mutate({ id }),
    () => closeWithToast(t.invitedAgain(name)),
  )
  const enable = useTeamChange(
    () => client.team.enable.mutate({ id }),
    ({ status }) => closeWithToast(status === 'active' ? t.enabled(name) : t.invitedAgain(name)),
  )
  const rotate = useTeamChange(
    ({ endsCurrent }: { endsCurrent: boolean }) => client.team.reissuePassword.mutate({ id, endsCurrent }),
    (rotated) => {
      onClose()
      onRotated?.(rotated)
    },
  )
  const resetSecondFactor = useTeamChange(
    () => client.team.deleteSecondFactor.mutate({ id }),
    () => closeWithToast(t.secondFactorReset(name)),
  )
  return { save, resendInvitation, enable, rotate, resetSecondFactor }
}
