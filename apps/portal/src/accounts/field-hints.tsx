import type { ReactNode } from 'react'
import { useMessages } from '@partner-accounts/ui'
import { type AccountDraft, cleanDraft, type Field } from './account-draft.ts'
import { hasCheckDigits } from './check-digits.ts'
import { createMessages } from './create-messages.ts'
import type { LookupStates } from './use-lookups.ts'

const LENGTHS = { 'company_doc.cnpj': 14, 'company_doc.cpf': 11 } as const

/** Only warns about check digits, because the service accepts any (4.4). */
export function useFieldHints(draft: AccountDraft, lookups: LookupStates): Partial<Record<Field, ReactNode>> {
  const t = useMessages(createMessages)
  const clean = cleanDraft(draft)
  const documentHint = (field: keyof typeof LENGTHS, otherwise = '') => {
    const document = clean[field]
    const isWrong = document.length === LENGTHS[field] && !hasCheckDigits(document)
    return <Announced tone={isWrong ? 'field-caution' : ''}>{isWrong ? t.checkDigits : otherwise}</Announced>
  }
  return {
    'company_doc.cnpj': documentHint(
      'company_doc.cnpj',
      { unsupported: '', ready: t.fillsNames, filled: t.namesFilled }[lookups.company],
    ),
    'company_doc.cpf': documentHint('company_doc.cpf'),
    ...(lookups.address !== 'unsupported' && {
      'company_doc.address.cep': (
        <Announced>{lookups.address === 'filled' ? t.addressFilled : t.fillsAddress}</Announced>
      ),
    }),
    employees_quantity: t.quantityHint,
  }
}

const Announced = ({ tone = '', children }: { tone?: string; children: string }) => (
  <span role="status" className={tone}>
    {children}
  </span>
)
