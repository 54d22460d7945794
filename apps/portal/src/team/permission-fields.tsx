import { useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import type { Permission } from './members.ts'
import { teamMessages } from './team-messages.ts'

interface PermissionFieldsProps {
  offered: readonly Permission[]
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
}

/** Managers can grant only permissions that they have. They can withdraw any. */
export function PermissionFields({ offered, value, onChange }: PermissionFieldsProps) {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const toggle = (permission: Permission) => {
    const others = value.filter((other) => other !== permission)
    const chosen = value.includes(permission) ? others : [...others, permission]
    // Keeps the order in which permissions are offered.
    onChange(offered.filter((other) => chosen.includes(other)))
  }
  return (
    <fieldset className="field-group stack">
      <legend className="field-label">{t.permissions}</legend>
      {offered.map((permission) => (
        <label key={permission} className="row">
          <input
            type="checkbox"
            checked={value.includes(permission)}
            disabled={!me.permissions.includes(permission) && !value.includes(permission)}
            onChange={() => toggle(permission)}
          />
          {t.rights[permission]}
        </label>
      ))}
      <p className="field-hint">{t.onlyOwn}</p>
    </fieldset>
  )
}
