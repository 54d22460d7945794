import { useWords } from '@partner-accounts/ui'
import { recordWords } from '../records/record-words.ts'
import type { Outputs } from '../service/client.ts'
import { userWords } from './user-words.ts'

export type Permission = Outputs['portalUsers']['show']['permissions'][number]

const PERMISSIONS = Object.keys(recordWords.en.permissions) as Permission[]

export function usePermissionTexts(): (permissions: readonly Permission[]) => string {
  const { permissions: texts } = useWords(recordWords)
  const { noPermissions } = useWords(userWords)
  return (permissions) => permissions.map((permission) => texts[permission]).join(', ') || noPermissions
}

interface PermissionFieldsProps {
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
}

export function PermissionFields({ value, onChange }: PermissionFieldsProps) {
  const t = useWords(userWords)
  const { permissions: texts } = useWords(recordWords)
  const toggle = (permission: Permission) =>
    onChange(PERMISSIONS.filter((other) => (other === permission ? !value.includes(other) : value.includes(other))))
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
