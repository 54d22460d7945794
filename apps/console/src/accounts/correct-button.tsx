import { TextField, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { changeMessages } from '../changes/change-messages.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client, type Inputs } from '../service/client.ts'
import type { Account } from './account.ts'
import { accountMessages } from './account-messages.ts'

type Corrections = Omit<Inputs['accounts']['correct'], 'id'>
type FieldName = {
  [Part in keyof Corrections]-?: `${Part}.${keyof NonNullable<Corrections[Part]> & string}`
}[keyof Corrections]

/** Omits the kind of tax ID that the employer does not have. */
function valuesOf({ employer, administrator, unit: { address } }: Account, names: string[]): Record<string, string> {
  const parts: Record<string, object> = { employer, administrator, address }
  const absent = employer.cnpj === null ? 'employer.cnpj' : 'employer.cpf'
  return Object.fromEntries(
    names.flatMap((name) => {
      const [part = '', field = ''] = name.split('.')
      return name === absent ? [] : [[name, (parts[part] as Record<string, string | null>)[field] ?? '']]
    }),
  )
}

const OPTIONAL: FieldName[] = ['employer.financialEmail', 'address.complement']

/** Sends changed fields only. */
export function CorrectButton({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const { save } = useMessages(changeMessages)
  const labels: Record<FieldName, string> = {
    'administrator.fullName': t.fullName,
    'administrator.email': t.email,
    'administrator.mobilePhone': t.phone,
    'employer.name': t.name,
    'employer.tradeName': t.tradeName,
    'employer.cnpj': 'CNPJ',
    'employer.cpf': 'CPF',
    'employer.financialEmail': t.financialEmail,
    'address.cep': 'CEP',
    'address.streetName': t.street,
    'address.streetNumber': t.streetNumber,
    'address.complement': t.complement,
    'address.neighborhood': t.neighborhood,
    'address.city': t.city,
    'address.state': t.state,
  }
  const present = valuesOf(account, Object.keys(labels))
  const [draft, setDraft] = useState(present)
  const correct = (values: Record<string, string>, old: Record<string, string>) =>
    client.internal.accounts.correct.mutate({ id: account.id, ...toCorrections(values, old) })
  return (
    <DialogButton
      label={t.correct}
      title={t.correct}
      lead={t.correctLead}
      submit={save}
      run={() => correct(draft, present)}
      done={t.corrected}
      undo={() => correct(present, draft)}
    >
      {Object.entries(draft).map(([name, value]) => (
        <TextField
          key={name}
          name={name}
          label={labels[name as FieldName]}
          autoComplete="off"
          optional={OPTIONAL.includes(name as FieldName)}
          value={value}
          onChange={(text) => setDraft({ ...draft, [name]: text })}
        />
      ))}
    </DialogButton>
  )
}

/** Returns the changed values by record. An empty optional value removes it. */
function toCorrections(values: Record<string, string>, old: Record<string, string>) {
  const corrections: Record<string, Record<string, string | null>> = {}
  for (const [name, value] of Object.entries(values)) {
    const [record = '', field = ''] = name.split('.')
    if (value !== old[name]) (corrections[record] ??= {})[field] = value === '' ? null : value
  }
  return corrections
}
