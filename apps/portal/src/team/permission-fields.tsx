import { useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import type { Permission } from './members.ts'
import { teamMessages } from './team-messages.ts'

interface PermissionFieldsProps {
  offered: readonly Permission[]
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
}

/** Offers what the manager may grant. Other permissions can only be withdrawn. */
export function PermissionFields({ offered, value, onChange }: PermissionFieldsProps) {
  const t = useMessages(teamMessages)
  const { me } = useMe()
  const toggle = (permission: Permission) =>
    onChange(offered.filter((other) => (other === permission ? !value.includes(other) : value.includes(other))))
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
