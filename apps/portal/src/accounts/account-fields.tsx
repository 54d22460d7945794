import { ACCOUNT_FIELD_RULES, STATES } from '@partner-accounts/rules'
import type { ReactNode } from 'react'
import { Choices, TextField, useMessages } from '@partner-accounts/ui'
import { type AccountDraft, type TaxIdKind, type Field, FIELDS } from './account-draft.ts'
import { fieldLabels } from './account-messages.ts'
import { createMessages } from './create-messages.ts'
import { MASKS } from './masks.ts'

interface AccountFieldsProps {
  draft: AccountDraft
  hints: Partial<Record<Field, ReactNode>>
  kind: TaxIdKind
  onKind: (kind: TaxIdKind) => void
  onType: (field: Field, text: string) => void
}

type SectionName = 'employer' | 'address' | 'subscription' | 'administrator'
type FieldProps = Partial<Parameters<typeof TextField>[0]>

/** In the order of the form. Fields that are not listed follow. */
const PROPS: { [Name in Field]?: FieldProps } = {
  'company_doc.cnpj': { mono: true },
  'company_doc.cpf': { mono: true, inputMode: 'numeric' },
  'company_doc.financial_email': {},
  'company_doc.name': { autoComplete: 'organization', autoCapitalize: 'words' },
  'company_doc.trade_name': { autoCapitalize: 'words' },
  'company_doc.address.cep': { span: 'span-4', mono: true, inputMode: 'numeric' },
  'company_doc.address.street_name': { span: 'span-8', autoCapitalize: 'words' },
  'company_doc.address.street_number': { span: 'span-3' },
  'company_doc.address.complement': { span: 'span-3' },
  'company_doc.address.neighborhood': { span: 'span-6', autoCapitalize: 'words' },
  'company_doc.address.city': { span: 'span-8', autoCapitalize: 'words' },
  'company_doc.address.state': { span: 'span-4', control: <StateSelect /> },
  employees_quantity: { span: 'span-4', inputMode: 'numeric' },
  full_name: { span: 'span-12', autoComplete: 'off', autoCapitalize: 'words' },
  email: { autoComplete: 'off' },
  mobile_phone: { type: 'tel', mono: true, autoComplete: 'off' },
}
const FIELD_ORDER = [...new Set([...(Object.keys(PROPS) as Field[]), ...FIELDS])]

function sectionOf(field: Field): SectionName {
  if (field.startsWith('company_doc.address.')) return 'address'
  if (field.startsWith('company_doc.')) return 'employer'
  return field === 'employees_quantity' ? 'subscription' : 'administrator'
}

export function AccountFields({ draft, hints, kind, onKind, onType }: AccountFieldsProps) {
  const t = useMessages(createMessages)
  const labels = useMessages(fieldLabels)
  const taxId: Field = `company_doc.${kind}`
  const otherTaxId: Field = kind === 'cnpj' ? 'company_doc.cpf' : 'company_doc.cnpj'
  const fieldsIn = (section: SectionName) =>
    FIELD_ORDER.filter((name) => sectionOf(name) === section && name !== otherTaxId).map((name) => {
      const rule = ACCOUNT_FIELD_RULES[name]
      return (
        <TextField
          key={name}
          name={name}
          label={labels[name]}
          optional={!rule.required && name !== taxId}
          value={draft[name]}
          onChange={(text) => onType(name, text)}
          mask={MASKS[name]}
          hint={hints[name]}
          span="span-6"
          type={rule.kind === 'email' ? 'email' : 'text'}
          {...PROPS[name]}
        />
      )
    })
  return (
    <>
      <Section title={t.employer}>
        <div className="span-12">
          <Choices
            label={t.taxId}
            value={kind}
            onChange={onKind}
            options={[
              { value: 'cnpj', label: 'CNPJ' },
              { value: 'cpf', label: 'CPF' },
            ]}
          />
        </div>
        {fieldsIn('employer')}
      </Section>
      <Section title={t.address}>{fieldsIn('address')}</Section>
      <Section title={t.subscription}>{fieldsIn('subscription')}</Section>
      <Section title={t.administrator} lead={t.administratorLead}>
        {fieldsIn('administrator')}
      </Section>
    </>
  )
}

const Section = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <div>
      <h2>{title}</h2>
      {lead !== undefined && <p className="small muted">{lead}</p>}
    </div>
    <div className="form-grid">{children}</div>
  </section>
)

/** A native element, which works best with keyboards, touch and screen readers. */
function StateSelect(props: object) {
  const t = useMessages(createMessages)
  return (
    <select {...props}>
      <option value="">{t.chooseState}</option>
      {STATES.map((state) => (
        <option key={state}>{state}</option>
      ))}
    </select>
  )
}
