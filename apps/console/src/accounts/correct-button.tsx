import { TextField, useWords } from '@partner-accounts/ui'
import { useState } from 'react'
import { changeWords } from '../changes/change-words.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client } from '../service/client.ts'
import type { Account } from './account.ts'
import { accountWords } from './account-words.ts'

/** The fields that can be corrected, by the names of the service's field errors. */
const valuesOf = ({ employer, administrator, unit: { address } }: Account) => ({
  'administrator.fullName': administrator.fullName,
  'administrator.email': administrator.email,
  'administrator.mobilePhone': administrator.mobilePhone,
  'employer.name': employer.name,
  'employer.tradeName': employer.tradeName,
  [employer.cnpj === null ? 'employer.cpf' : 'employer.cnpj']: employer.cnpj ?? employer.cpf ?? '',
  'employer.financialEmail': employer.financialEmail ?? '',
  'address.cep': address.cep,
  'address.streetName': address.streetName,
  'address.streetNumber': address.streetNumber,
  'address.complement': address.complement ?? '',
  'address.neighborhood': address.neighborhood,
  'address.city': address.city,
  'address.state': address.state,
})

const OPTIONAL = ['employer.financialEmail', 'address.complement']

/** Corrects what was typed at the creation of an account. Sends changed fields only. */
export function CorrectButton({ account }: { account: Account }) {
  const t = useWords(accountWords)
  const { save } = useWords(changeWords)
  const [draft, setDraft] = useState<Record<string, string>>(valuesOf(account))
  const labels: Record<string, string> = {
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
  const correct = (values: Record<string, string>, old: Record<string, string>) =>
    client.internal.accounts.correct.mutate({ id: account.id, ...toCorrections(values, old) })
  return (
    <DialogButton
      label={t.correct}
      title={t.correct}
      lead={t.correctLead}
      submit={save}
      run={() => correct(draft, valuesOf(account))}
      done={t.corrected}
      undo={() => correct(valuesOf(account), draft)}
    >
      {Object.entries(draft).map(([name, value]) => (
        <TextField
          key={name}
          name={name}
          label={labels[name] ?? name}
          autoComplete="off"
          optional={OPTIONAL.includes(name)}
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
