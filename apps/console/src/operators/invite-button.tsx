import { CopiedValue, ShownOnce, TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client, type Outputs } from '../service/client.ts'
import { type Role, ROLES } from '../session/me.ts'
import { sessionMessages } from '../session/session-messages.ts'
import { operatorMessages } from './operator-messages.ts'

type Link = Outputs['console']['createLink']

export function InviteButton() {
  const t = useMessages(operatorMessages)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [link, setLink] = useState<Link>()
  const show = (created: Link) => {
    setLink(created)
    setEmail('')
    setRole('viewer')
  }
  return (
    <>
      <DialogButton
        label={t.invite}
        variant="primary"
        title={t.inviteTitle}
        lead={t.inviteLead}
        submit={t.submitInvite}
        run={() => client.internal.console.createLink.mutate({ email: email.trim(), role })}
        done={t.invited}
        onDone={show}
      >
        <TextField
          name="email"
          label={t.emailLabel}
          hint={t.emailHint}
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <RoleFields value={role} onChange={setRole} />
      </DialogButton>
      {link && <CreatedLink link={link} onClose={() => setLink(undefined)} />}
    </>
  )
}

function RoleFields({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useMessages(operatorMessages)
  const { roles } = useMessages(sessionMessages)
  return (
    <fieldset className="field-group stack">
      <legend className="field-label">{t.role}</legend>
      {ROLES.map((role) => (
        <label key={role} className="role">
          <input type="radio" name="role" checked={role === value} onChange={() => onChange(role)} />
          <span>
            {roles[role]}: <span className="muted">{t.duties[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function CreatedLink({ link: { url, expiresAt, email }, onClose }: { link: Link; onClose: () => void }) {
  const t = useMessages(operatorMessages)
  const { exactTime } = useFormats()
  const lead = t.linkLead(email ?? '', exactTime(expiresAt))
  return (
    <ShownOnce title={t.linkTitle} lead={lead} kept={t.kept} onClose={onClose}>
      <CopiedValue name={t.link} value={url} />
    </ShownOnce>
  )
}
