import { TextField, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { DialogButton } from '../changes/dialog-button.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { client } from '../service/client.ts'
import { type Permission, PermissionFields } from './permission-fields.tsx'
import { userMessages } from './user-messages.ts'

const DEFAULT_PERMISSIONS: Permission[] = ['accounts:read', 'accounts:create']

export function InviteButton({ partnerId }: { partnerId: string }) {
  const t = useMessages(userMessages)
  const recordTexts = useMessages(recordMessages)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [permissions, setPermissions] = useState(DEFAULT_PERMISSIONS)
  const clear = () => {
    setName('')
    setEmail('')
    setPermissions(DEFAULT_PERMISSIONS)
  }
  return (
    <DialogButton
      label={t.invite}
      title={t.inviteTitle}
      lead={t.inviteLead}
      submit={t.submitInvite}
      run={() =>
        client.internal.portalUsers.invite.mutate({
          partnerId,
          name: name.trim(),
          email: email.trim(),
          permissions,
        })
      }
      done={t.invited}
      onDone={clear}
    >
      <TextField name="name" label={recordTexts.name} autoComplete="off" value={name} onChange={setName} />
      <TextField
        name="email"
        label={recordTexts.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
      <PermissionFields value={permissions} onChange={setPermissions} />
    </DialogButton>
  )
}
