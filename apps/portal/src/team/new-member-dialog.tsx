import { Dialog } from '@base-ui/react/dialog'
import { Form } from '@base-ui/react/form'
import { useState } from 'react'
import { Button, FailureNotice, TextField, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useMe } from '../permissions/me.ts'
import {
  ACCOUNT_PERMISSIONS,
  ALL_PERMISSIONS,
  INTEGRATION_PERMISSIONS,
  type Permission,
  useTeamChange,
} from './members.ts'
import { PermissionFields } from './permission-fields.tsx'
import { teamMessages } from './team-messages.ts'

export interface NewMember {
  name: string
  /** Empty for integrations. */
  email: string
  permissions: Permission[]
}

interface NewMemberDialogProps<Result> {
  kind: 'person' | 'integration'
  add: (member: NewMember) => Promise<Result>
  onClose: () => void
  onAdded: (result: Result) => void
}

export function NewMemberDialog<Result>({ kind, add, onClose, onAdded }: NewMemberDialogProps<Result>) {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const isPerson = kind === 'person'
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [permissions, setPermissions] = useState(() =>
    ACCOUNT_PERMISSIONS.filter((permission) => me.permissions.includes(permission)),
  )
  const change = useTeamChange(add, (result) => {
    onClose()
    onAdded(result)
  })
  const fieldErrors = change.error && failureOf(change.error).fields
  const submit = () => change.mutate({ name: name.trim(), email: email.trim(), permissions })
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{isPerson ? t.inviteTitle : t.addTitle}</Dialog.Title>
          <Dialog.Description className="muted">{isPerson ? t.inviteLead : t.addLead}</Dialog.Description>
          <Form className="stack" errors={fieldErrors ?? {}} onFormSubmit={submit}>
            {change.error && !fieldErrors && <FailureNotice error={change.error} keepsInput />}
            <TextField
              name="name"
              label={isPerson ? t.name : t.programName}
              value={name}
              onChange={setName}
              autoCapitalize="words"
            />
            {isPerson && (
              <TextField
                name="email"
                label={t.email}
                type="email"
                autoComplete="off"
                value={email}
                onChange={setEmail}
              />
            )}
            <PermissionFields
              offered={isPerson ? ALL_PERMISSIONS : INTEGRATION_PERMISSIONS}
              value={permissions}
              onChange={setPermissions}
            />
            <Button type="submit" variant="primary" busy={change.isPending}>
              {isPerson ? t.invite : t.add}
            </Button>
            <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
          </Form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
