import { useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { ChangeButton } from '../changes/change-button.tsx'
import { DialogButton } from '../changes/dialog-button.tsx'
import { changeMessages } from '../changes/change-messages.ts'
import { ExportPersonButton } from '../people/export-person-button.tsx'
import { client } from '../service/client.ts'
import { useMe } from '../session/me.ts'
import { PermissionFields } from './permission-fields.tsx'
import type { User } from './user-list.tsx'
import { userMessages } from './user-messages.ts'

const { portalUsers } = client.internal

export function UserActions({ user: { id, kind, name, email, status, permissions } }: { user: User }) {
  const t = useMessages(userMessages)
  const { may } = useMe()
  // A new invitation also enables a disabled person. Only managers of the partner enable an integration.
  const resendInvitation = () => portalUsers.resendInvitation.mutate({ id })
  return (
    <>
      {status === 'active' && kind === 'person' && (
        <ChangeButton label={t.reset} run={() => portalUsers.sendPasswordReset.mutate({ id })} done={t.resetSent} />
      )}
      {status === 'active' && kind === 'person' && (
        <DialogButton
          label={t.resetSecondFactor}
          title={t.resetSecondFactor}
          lead={t.resetSecondFactorLead}
          submit={t.resetSecondFactor}
          run={() => portalUsers.deleteSecondFactor.mutate({ id })}
          done={t.secondFactorReset}
        />
      )}
      {status !== 'active' && kind === 'person' && (
        <ChangeButton label={status === 'invited' ? t.resend : t.enable} run={resendInvitation} done={t.resent} />
      )}
      {kind === 'person' && <ExportPersonButton email={email} />}
      <PermissionsButton key={permissions.join()} id={id} permissions={permissions} />
      {status === 'disabled' && may('admin') && (
        <DialogButton
          label={t.erase}
          variant="danger"
          title={t.eraseTitle}
          lead={t.eraseLead}
          submit={t.erase}
          confirmationText={name}
          asksReason
          run={(reason) => portalUsers.erase.mutate({ id, reason })}
          done={t.erased}
        />
      )}
      {status !== 'disabled' && (
        <DialogButton
          label={t.disable}
          variant="danger"
          title={t.disableTitle}
          lead={t.disableLead}
          submit={t.disable}
          run={() => portalUsers.disable.mutate({ id })}
          done={t.disabled}
          undo={kind === 'person' ? resendInvitation : undefined}
        />
      )}
    </>
  )
}

function PermissionsButton({ id, permissions }: Pick<User, 'id' | 'permissions'>) {
  const t = useMessages(userMessages)
  const { save } = useMessages(changeMessages)
  const [chosen, setChosen] = useState(permissions)
  const set = (value: User['permissions']) => portalUsers.setPermissions.mutate({ id, permissions: [...value] })
  return (
    <DialogButton
      label={t.changePermissions}
      title={t.changePermissions}
      lead={t.permissionsLead}
      submit={save}
      onOpen={() => setChosen(permissions)}
      run={() => set(chosen)}
      done={t.permissionsSaved}
      undo={() => set(permissions)}
    >
      <PermissionFields value={chosen} onChange={setChosen} />
    </DialogButton>
  )
}
