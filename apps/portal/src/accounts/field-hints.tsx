import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '@partner-accounts/ui'
import { type AccountDraft, cleanDraft, type Field } from './account-draft.ts'
import { isComplete, isCpf, isMistyped, type TaxIdField } from './check-digits.ts'
import { createMessages } from './create-messages.ts'
import type { ExistingAccount, ExistingAccounts } from './existing-accounts.ts'
import { suggestEmail } from './suggest-email.ts'
import type { LookupStates } from './use-lookups.ts'

type FieldHints = Partial<Record<Field, ReactNode>>

/**
 * Returns hints for the form's fields. Wrong tax IDs cause only warnings, because the service accepts any (4.4).
 *
 * @param onCorrect called when the user accepts a suggestion
 */
export function useFieldHints(
  draft: AccountDraft,
  existing: ExistingAccounts,
  lookups: LookupStates,
  onCorrect: (field: Field, text: string) => void,
): FieldHints {
  const t = useMessages(createMessages)
  const clean = cleanDraft(draft)
  const taxIdHint = (field: TaxIdField, defaultHint = '') => {
    const taxId = clean[field]
    const owner = isComplete(field, taxId) && existing.taxIdOwner(clean)
    if (owner) return caution(<Owner text={t.taxIdOwner} account={owner} />)
    if (field === 'company_doc.cnpj' && isCpf(taxId)) return caution(t.isCpf)
    if (isMistyped(field, taxId)) return caution(t.checkDigits)
    return <Announced>{defaultHint}</Announced>
  }
  const emailOwner = existing.emailOwner(clean)
  const suggestionFor = (field: Field) => {
    const suggested = suggestEmail(clean[field])
    if (suggested === undefined) return undefined
    return <EmailSuggestion email={suggested} onUse={() => onCorrect(field, suggested)} />
  }
  const hasFoundNoAddress = lookups.address === 'unknown' || lookups.address === 'unavailable'
  return {
    'company_doc.cnpj': taxIdHint('company_doc.cnpj', t.companyLookup[lookups.company]),
    'company_doc.cpf': taxIdHint('company_doc.cpf'),
    ...(lookups.address !== 'unsupported' && {
      'company_doc.address.cep': (
        <Announced tone={hasFoundNoAddress ? 'field-caution' : ''}>{t.addressLookup[lookups.address]}</Announced>
      ),
    }),
    employees_quantity: t.quantityHint,
    'company_doc.financial_email': caution(suggestionFor('company_doc.financial_email')),
    email: caution(emailOwner ? <Owner text={t.emailOwner} account={emailOwner} /> : suggestionFor('email')),
  }
}

function EmailSuggestion({ email, onUse }: { email: string; onUse: () => void }) {
  const t = useMessages(createMessages)
  return (
    <>
      {t.didYouMean}{' '}
      <button type="button" className="link-button" aria-label={t.useSuggestion(email)} onClick={onUse}>
        {email}
      </button>
      ?
    </>
  )
}

const Owner = ({ text, account: { id, name } }: { text: string; account: ExistingAccount }) => (
  <>
    {text}{' '}
    <Link to={`/portal/accounts/${id}`} target="_blank">
      {name}
    </Link>
  </>
)

const caution = (content: ReactNode) => <Announced tone="field-caution">{content}</Announced>

/** Screen readers announce the text when it changes, but not when the element appears with it. */
const Announced = ({ tone = '', children }: { tone?: string; children: ReactNode }) => (
  <span role="status" className={tone}>
    {children}
  </span>
)
