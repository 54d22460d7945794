import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '@partner-accounts/ui'
import { type AccountDraft, cleanDraft, type Field } from './account-draft.ts'
import { hasCheckDigits } from './check-digits.ts'
import { createMessages } from './create-messages.ts'
import { type ExistingAccount, useExistingAccounts } from './existing-accounts.ts'
import type { LookupStates } from './use-lookups.ts'

const LENGTHS = { 'company_doc.cnpj': 14, 'company_doc.cpf': 11 } as const

/** Warns only, because the service accepts any tax ID (4.4). */
export function useFieldHints(draft: AccountDraft, lookups: LookupStates): Partial<Record<Field, ReactNode>> {
  const t = useMessages(createMessages)
  const clean = cleanDraft(draft)
  const existing = useExistingAccounts([clean])
  const documentHint = (field: keyof typeof LENGTHS, otherwise = '') => {
    const taxId = clean[field]
    const owner = taxId.length === LENGTHS[field] && existing.taxIdOwner(clean)
    if (owner) return <Owner text={t.taxIdOwner} account={owner} />
    const isWrong = taxId.length === LENGTHS[field] && !hasCheckDigits(taxId)
    return <Announced tone={isWrong ? 'field-caution' : ''}>{isWrong ? t.checkDigits : otherwise}</Announced>
  }
  const emailOwner = existing.emailOwner(clean)
  return {
    'company_doc.cnpj': documentHint('company_doc.cnpj', t.companyLookup[lookups.company]),
    'company_doc.cpf': documentHint('company_doc.cpf'),
    ...(lookups.address !== 'unsupported' && {
      'company_doc.address.cep': (
        <Announced tone={['unknown', 'unavailable'].includes(lookups.address) ? 'field-caution' : ''}>
          {t.addressLookup[lookups.address]}
        </Announced>
      ),
    }),
    employees_quantity: t.quantityHint,
    ...(emailOwner && { email: <Owner text={t.emailOwner} account={emailOwner} /> }),
  }
}

const Owner = ({ text, account: { id, name } }: { text: string; account: ExistingAccount }) => (
  <Announced tone="field-caution">
    {text}{' '}
    <Link to={`/portal/accounts/${id}`} target="_blank">
      {name}
    </Link>
  </Announced>
)

const Announced = ({ tone = '', children }: { tone?: string; children: ReactNode }) => (
  <span role="status" className={tone}>
    {children}
  </span>
)
