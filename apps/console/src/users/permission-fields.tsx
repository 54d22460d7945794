import { useMessages } from '@partner-accounts/ui'
import { recordMessages } from '../records/record-messages.ts'
import type { Outputs } from '../service/client.ts'
import { userMessages } from './user-messages.ts'

export type Permission = Outputs['portalUsers']['get']['permissions'][number]

const PERMISSIONS = Object.keys(recordMessages.en.permissions) as Permission[]

/** Returns a function that lists permissions as people read them. */
export function usePermissionTexts(): (permissions: readonly Permission[]) => string {
  const { permissions: texts } = useMessages(recordMessages)
  const { noPermissions } = useMessages(userMessages)
  return (permissions) => permissions.map((permission) => texts[permission]).join(', ') || noPermissions
}

interface PermissionFieldsProps {
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
}

export function PermissionFields({ value, onChange }: PermissionFieldsProps) {
  const t = useMessages(userMessages)
  const { permissions: texts } = useMessages(recordMessages)
  const toggle = (permission: Permission) => {
    const chosen = new Set(value)
    if (chosen.has(permission)) chosen.delete(permission)
    else chosen.add(permission)
    onChange(PERMISSIONS.filter((other) => chosen.has(other)))
  }
  return (
    <fieldset className="field-group stack">
      <legend className="field-label">{t.permissions}</legend>
      {PERMISSIONS.map((permission) => (
        <label key={permission} className="row">
          <input type="checkbox" checked={value.includes(permission)} onChange={() => toggle(permission)} />
          {texts[permission]}
        </label>
      ))}
    </fieldset>
  )
}
