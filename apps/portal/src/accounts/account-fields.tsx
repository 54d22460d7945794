import type { ReactNode } from 'react'
import { Choices } from '../components/choices.tsx'
import { TextField } from '../components/text-field.tsx'
import { useWords } from '../preferences/locale.ts'
import type { AccountDraft, Field } from './account-draft.ts'
import { fieldLabels } from './account-words.ts'
import { createWords } from './create-words.ts'
import { FIELD_RULES, STATES } from './field-rules.ts'

/** The document that identifies the employer. */
export type DocumentKind = 'cnpj' | 'cpf'

interface AccountFieldsProps {
  draft: AccountDraft
  kind: DocumentKind
  onKind: (kind: DocumentKind) => void
  onType: (field: Field, text: string, input: HTMLInputElement) => void
}

export function AccountFields({ draft, kind, onKind, onType }: AccountFieldsProps) {
  const t = useWords(createWords)
  const labels = useWords(fieldLabels)
  const document: Field = `company_doc.${kind}`
  const field = (name: Field, props: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      key={name}
      name={name}
      label={labels[name]}
      optional={!FIELD_RULES[name].required && name !== document}
      value={draft[name]}
      onChange={(text, input) => onType(name, text, input)}
      {...props}
    />
  )
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
        {field(document, { span: 'span-6', mono: true, inputMode: kind === 'cpf' ? 'numeric' : 'text' })}
        {field('company_doc.financial_email', { span: 'span-6', type: 'email' })}
        {field('company_doc.name', { span: 'span-6', autoComplete: 'organization' })}
        {field('company_doc.trade_name', { span: 'span-6' })}
      </Section>
      <Section title={t.address}>
        {field('company_doc.address.cep', { span: 'span-4', mono: true, inputMode: 'numeric' })}
        {field('company_doc.address.street_name', { span: 'span-8' })}
        {field('company_doc.address.street_number', { span: 'span-3' })}
        {field('company_doc.address.complement', { span: 'span-3' })}
        {field('company_doc.address.neighborhood', { span: 'span-6' })}
        {field('company_doc.address.city', { span: 'span-8' })}
        {field('company_doc.address.state', { span: 'span-4', control: <StateSelect /> })}
      </Section>
      <Section title={t.subscription}>
        {field('employees_quantity', { span: 'span-4', inputMode: 'numeric', hint: t.quantityHint })}
      </Section>
      <Section title={t.administrator} lead={t.administratorLead}>
        {field('full_name', { span: 'span-12', autoComplete: 'off' })}
        {field('email', { span: 'span-6', type: 'email', autoComplete: 'off' })}
        {field('mobile_phone', { span: 'span-6', type: 'tel', mono: true, autoComplete: 'off' })}
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

/** The browser's own: nothing else is as easy to use by keyboard, by touch and by ear. */
function StateSelect(props: object) {
  const t = useWords(createWords)
  return (
    <select {...props}>
      <option value="">{t.chooseState}</option>
      {STATES.map((state) => (
        <option key={state}>{state}</option>
      ))}
    </select>
  )
}
