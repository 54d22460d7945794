import { ACCOUNT_FIELD_RULES, STATES } from '@partner-accounts/rules'
import type { ReactNode } from 'react'
import { Choices, TextField, useMessages } from '@partner-accounts/ui'
import type { AccountDraft, Field } from './account-draft.ts'
import { fieldLabels } from './account-messages.ts'
import { createMessages } from './create-messages.ts'

export type DocumentKind = 'cnpj' | 'cpf'

interface AccountFieldsProps {
  draft: AccountDraft
  hints: Partial<Record<Field, ReactNode>>
  kind: DocumentKind
  onKind: (kind: DocumentKind) => void
  onType: (field: Field, text: string, input: HTMLInputElement) => void
}

type SectionName = 'employer' | 'address' | 'subscription' | 'administrator'
interface Layout {
  section: SectionName
  props: Partial<Parameters<typeof TextField>[0]>
}

const FIELD_LAYOUT: Record<Field, Layout> = {
  'company_doc.cnpj': { section: 'employer', props: { span: 'span-6', mono: true } },
  'company_doc.cpf': { section: 'employer', props: { span: 'span-6', mono: true, inputMode: 'numeric' } },
  'company_doc.financial_email': { section: 'employer', props: { span: 'span-6', type: 'email' } },
  'company_doc.name': { section: 'employer', props: { span: 'span-6', autoComplete: 'organization' } },
  'company_doc.trade_name': { section: 'employer', props: { span: 'span-6' } },
  'company_doc.address.cep': { section: 'address', props: { span: 'span-4', mono: true, inputMode: 'numeric' } },
  'company_doc.address.street_name': { section: 'address', props: { span: 'span-8' } },
  'company_doc.address.street_number': { section: 'address', props: { span: 'span-3' } },
  'company_doc.address.complement': { section: 'address', props: { span: 'span-3' } },
  'company_doc.address.neighborhood': { section: 'address', props: { span: 'span-6' } },
  'company_doc.address.city': { section: 'address', props: { span: 'span-8' } },
  'company_doc.address.state': { section: 'address', props: { span: 'span-4', control: <StateSelect /> } },
  employees_quantity: { section: 'subscription', props: { span: 'span-4', inputMode: 'numeric' } },
  full_name: { section: 'administrator', props: { span: 'span-12', autoComplete: 'off' } },
  email: { section: 'administrator', props: { span: 'span-6', type: 'email', autoComplete: 'off' } },
  mobile_phone: { section: 'administrator', props: { span: 'span-6', type: 'tel', mono: true, autoComplete: 'off' } },
}
const FIELD_ORDER = Object.keys(FIELD_LAYOUT) as Field[]

export function AccountFields({ draft, hints, kind, onKind, onType }: AccountFieldsProps) {
  const t = useMessages(createMessages)
  const labels = useMessages(fieldLabels)
  const document: Field = `company_doc.${kind}`
  const other: Field = kind === 'cnpj' ? 'company_doc.cpf' : 'company_doc.cnpj'
  const fieldsIn = (section: SectionName) =>
    FIELD_ORDER.filter((name) => FIELD_LAYOUT[name].section === section && name !== other).map((name) => {
      const { props } = FIELD_LAYOUT[name]
      return (
        <TextField
          key={name}
          name={name}
          label={labels[name]}
          optional={!ACCOUNT_FIELD_RULES[name].required && name !== document}
          value={draft[name]}
          onChange={(text, input) => onType(name, text, input)}
          hint={hints[name]}
          {...props}
        />
      )
    })
  return (
    <>
      <Section title={t.employer}>
        <div className="span-12">
          <Choices
            label={t.document}
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

/** Native, because it works best with keyboard, touch and screen readers. */
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
