import { CORRECTABLE_FIELDS, type LeafRule } from '@partner-accounts/rules'
import { TextField, useLocale, useMessages } from '@partner-accounts/ui'
import { maskCep, maskCnpj, maskCpf, maskPhone, unmasked } from '@partner-accounts/ui/masks'
import { useState } from 'react'
import { changeMessages } from '../changes/change-messages.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client } from '../service/client.ts'
import type { Account } from './account.ts'
import { accountMessages } from './account-messages.ts'

/** Rules of the fields, by dotted name such as `employer.name`. */
const FIELDS: Record<string, LeafRule> = Object.fromEntries(
  Object.entries(CORRECTABLE_FIELDS).flatMap(([record, fields]) =>
    Object.entries(fields).map(([name, rule]) => [`${record}.${name}`, rule]),
  ),
)

const MASKS: Record<string, (text: string) => string> = {
  'employer.cnpj': maskCnpj,
  'employer.cpf': maskCpf,
  'administrator.mobilePhone': maskPhone,
  'address.cep': maskCep,
}

/** Returns the stored values by dotted name, without the kind of tax ID that the employer lacks. */
function valuesOf({ employer, administrator, unit: { address } }: Account): Record<string, string> {
  const records: Record<string, object> = { employer, administrator, address }
  const absentTaxId = employer.cnpj === null ? 'employer.cnpj' : 'employer.cpf'
  const values: Record<string, string> = {}
  for (const name of Object.keys(FIELDS)) {
    if (name === absentTaxId) continue
    const [record = '', field = ''] = name.split('.')
    const fields = records[record] as Record<string, string | null>
    values[name] = fields[field] ?? ''
  }
  return values
}

export function CorrectButton({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const locale = useLocale()
  const { save, undo: undoReason } = useMessages(changeMessages)
  const stored = valuesOf(account)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const entered = mapValues(typed, (value, name) => (MASKS[name] ? unmasked(value) : value))
  const correct = (values: Record<string, string>, old: Record<string, string>, reason: string) =>
    client.internal.accounts.correct.mutate({ id: account.id, reason, ...toCorrections(values, old) })
  return (
    <DialogButton
      label={t.correct}
      title={t.correct}
      lead={t.correctLead}
      submit={save}
      asksReason
      onOpen={() => setTyped(mapValues(stored, (value, name) => MASKS[name]?.(value) ?? value))}
      run={(reason) => correct(entered, stored, reason)}
      done={t.corrected}
      undo={() => correct(stored, entered, undoReason)}
    >
      {Object.entries(typed).map(([name, value]) => (
        <TextField
          key={name}
          name={name}
          label={FIELDS[name]!.label[locale]}
          autoComplete="off"
          optional={!FIELDS[name]!.required}
          value={value}
          mask={MASKS[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
    </DialogButton>
  )
}

const mapValues = (values: Record<string, string>, change: (value: string, name: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))

/** Returns the values that differ from the old ones, as the procedure expects them. An empty value removes the field. */
function toCorrections(values: Record<string, string>, old: Record<string, string>) {
  const corrections: Record<string, Record<string, string | null>> = {}
  for (const [name, value] of Object.entries(values)) {
    const [record = '', field = ''] = name.split('.')
    if (value === old[name]) continue
    corrections[record] ??= {}
    corrections[record][field] = value === '' ? null : value
  }
  return corrections
}
