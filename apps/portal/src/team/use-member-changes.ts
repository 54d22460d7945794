import { showToast, useMessages } from '@partner-accounts/ui'
import { client } from '../service/clients.ts'
import type { IntegrationCredentials } from './credentials-dialog.tsx'
import { type Member, type Permission, useTeamChange } from './members.ts'
import { teamMessages } from './team-messages.ts'

interface MemberChangeOptions {
  /** Those that `save` stores. */
  permissions: readonly Permission[]
  onClose: () => void
  onRotated: ((credentials: IntegrationCredentials) => void) | undefined
}

/** Returns the changes that a manager can make to a member. A change that succeeds closes the dialog and reports it. */
export function useMemberChanges({ id, name }: Member, { permissions, onClose, onRotated }: MemberChangeOptions) {
  const t = useMessages(teamMessages)
  const closeWith = (message: string) => {
    onClose()
    showToast(message)
  }
  const save = useTeamChange(
    () => client.team.setPermissions.mutate({ id, permissions: [...permissions] }),
    () => closeWith(t.saved(name)),
  )
  const invite = useTeamChange(
    () => client.team.resendInvitation.mutate({ id }),
    () => closeWith(t.invitedAgain(name)),
  )
  const enable = useTeamChange(
    () => client.team.enable.mutate({ id }),
    ({ status }) => closeWith(status === 'active' ? t.enabled(name) : t.invitedAgain(name)),
  )
  const rotate = useTeamChange(
    ({ endsCurrent }: { endsCurrent: boolean }) => client.team.reissuePassword.mutate({ id, endsCurrent }),
    (rotated) => {
      onClose()
      onRotated?.(rotated)
    },
  )
  const reset = useTeamChange(
    () => client.team.deleteSecondFactor.mutate({ id }),
    () => closeWith(t.secondFactorReset(name)),
  )
  return { save, invite, enable, rotate, reset }
}
