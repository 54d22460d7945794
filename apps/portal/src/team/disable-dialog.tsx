import { useState } from 'react'
import {
  AlertDialog,
  Button,
  ChoiceFilter,
  CloseDialog,
  FailureNotice,
  showToast,
  useMessages,
} from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useMe } from '../permissions/me.ts'
import { client, sessionKeeper } from '../service/clients.ts'
import { type Member, useMembers, useTeamChange } from './members.ts'
import { teamMessages } from './team-messages.ts'

interface DisableDialogProps {
  member: Member
  onUndo: () => void
  onClose: () => void
}

/**
 * Asks before disabling a member. If the service rejects that because nobody else manages users, asks for a successor and
 * retries.
 */
export function DisableDialog({ member: { id, name }, onUndo, onClose }: DisableDialogProps) {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const isSelf = id === me.id
  const disable = useTeamChange(
    async () => {
      await client.team.disable.mutate({ id })
      if (isSelf) await sessionKeeper.signOut()
    },
    () => {
      onClose()
      if (!isSelf) showToast(t.disabled(name), { label: t.undo, run: onUndo })
    },
  )
  if (disable.error && failureOf(disable.error).name === 'last-manager')
    return <SuccessorDialog onNamed={() => disable.mutate(undefined)} onClose={onClose} />
  return (
    <AlertDialog
      title={isSelf ? t.leaveTitle : t.disableTitle(name)}
      lead={isSelf ? t.leaveLead : t.disableLead}
      onClose={onClose}
    >
      {disable.isError && <FailureNotice error={disable.error} />}
      <Button variant="danger" busy={disable.isPending} onClick={() => disable.mutate(undefined)}>
        {isSelf ? t.leave : t.disable}
      </Button>
      <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
    </AlertDialog>
  )
}

interface SuccessorDialogProps {
  onNamed: () => void
  onClose: () => void
}

/** Gives another person the permission to manage users. */
export function SuccessorDialog({ onNamed, onClose }: SuccessorDialogProps) {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const { members } = useMembers()
  const [chosen, setChosen] = useState<string>()
  const colleagues = members.filter(({ id, kind, status }) => kind === 'person' && status === 'active' && id !== me.id)
  const successor = colleagues.find(({ id }) => id === chosen)
  const grant = useTeamChange(
    ({ id, permissions }: Member) =>
      client.team.setPermissions.mutate({ id, permissions: [...permissions, 'users:manage'] }),
    onNamed,
  )
  return (
    <AlertDialog
      title={t.successorTitle}
      lead={colleagues.length > 0 ? t.successorLead : t.noSuccessor}
      onClose={onClose}
    >
      {grant.isError && <FailureNotice error={grant.error} />}
      {colleagues.length > 0 && (
        <>
          <ChoiceFilter
            label={t.successor}
            all={t.choose}
            texts={Object.fromEntries(colleagues.map((colleague) => [colleague.id, colleague.name]))}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            variant="primary"
            disabled={!successor}
            busy={grant.isPending}
            onClick={() => successor && grant.mutate(successor)}
          >
            {t.nameSuccessor}
          </Button>
        </>
      )}
      <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
    </AlertDialog>
  )
}
