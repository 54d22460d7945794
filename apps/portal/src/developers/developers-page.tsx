import {
  NAMED_LANGUAGES,
  SAMPLE_OPERATIONS,
  type SampleLanguage,
  sampleOf,
  type SampleOperation,
} from '@partner-accounts/reference/samples'
import {
  ButtonLink,
  ChoiceFilter,
  Choices,
  CopyButton,
  ExternalLink,
  Page,
  useLocale,
  useMessages,
} from '@partner-accounts/ui'
import { useState } from 'react'
import { REFERENCE_URL, REST_URL, SDK_NAME } from '../service/addresses.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'
import { useMe } from '../permissions/me.ts'
import { useMembers } from '../team/members.ts'
import { developersMessages } from './developers-messages.ts'
import { Integrations } from './integrations.tsx'
import { RateUseCard } from './rate-use-card.tsx'

export function DevelopersPage() {
  const t = useMessages(developersMessages)
  const [sampleUser, setSampleUser] = useState<string>()
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="two-columns">
        <Reference />
        <RateUseCard />
      </div>
      <Integrations onAdded={({ email }) => setSampleUser(email)} />
      <Snippets chosen={sampleUser} onChoose={setSampleUser} />
      <RequestLog />
    </Page>
  )
}

function Reference() {
  const t = useMessages(developersMessages)
  const locale = useLocale()
  return (
    <section className="card card-padded stack" aria-labelledby="reference">
      <h2 id="reference">{t.reference}</h2>
      <p className="muted">{t.referenceText}</p>
      <div className="row">
        <a className="button button-primary" href={`${REFERENCE_URL}?lang=${locale}`} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden /> {t.openReference}
          <span className="visually-hidden">{t.newTab}</span>
        </a>
        <a className="button button-quiet" href={`${REST_URL}/openapi.json`} target="_blank" rel="noreferrer">
          {t.openapi} <span className="visually-hidden">{t.newTab}</span>
        </a>
        <a className="button button-quiet" href={`${REST_URL}/openapi-3.0.json`} target="_blank" rel="noreferrer">
          {t.openapi30} <span className="visually-hidden">{t.newTab}</span>
        </a>
        <a className="button button-quiet" href={`${REST_URL}/events/openapi.json`} target="_blank" rel="noreferrer">
          {t.openapiOfEvents} <span className="visually-hidden">{t.newTab}</span>
        </a>
      </div>
    </section>
  )
}

function RequestLog() {
  const t = useMessages(developersMessages)
  return (
    <section className="card card-padded row row-apart" aria-labelledby="requests">
      <div>
        <h2 id="requests">{t.requests}</h2>
        <p className="muted">{t.requestsLead}</p>
      </div>
      <ButtonLink to="/portal/developers/requests">{t.openRequests}</ButtonLink>
    </section>
  )
}

const LANGUAGES = NAMED_LANGUAGES.map(([value, label]) => ({ value, label }))

interface SnippetsProps {
  /** The e-mail of the user in the examples. */
  chosen: string | undefined
  onChoose: (email: string | undefined) => void
}

function Snippets({ chosen, onChoose }: SnippetsProps) {
  const t = useMessages(developersMessages)
  const { me, mayManage } = useMe()
  const { members } = useMembers({ enabled: mayManage })
  const integrations = members.filter(({ kind, status }) => kind === 'integration' && status === 'active')
  const email = chosen ?? integrations[0]?.email ?? me.email
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const [operation, setOperation] = useState<SampleOperation>('createToken')
  const locale = useLocale()
  const code = sampleOf(language, operation, {
    baseUrl: REST_URL,
    sdkName: SDK_NAME,
    email,
    idempotencyKey,
    locale,
    mode: me.partner.mode ?? 'live',
  })
  return (
    <section className="card card-padded stack" aria-labelledby="snippets">
      <div className="row row-apart">
        <h2 id="snippets">{t.snippets}</h2>
        <Choices label={t.language} value={language} onChange={setLanguage} options={LANGUAGES} />
      </div>
      {integrations.length > 0 && (
        <ChoiceFilter label={t.sampleUser} texts={namesOf([...integrations, me])} value={email} onChange={onChoose} />
      )}
      <div className="row row-apart">
        <Choices
          label={t.operation}
          value={operation}
          onChange={setOperation}
          options={SAMPLE_OPERATIONS.map((value) => ({ value, label: t.operations[value] }))}
        />
        {/* The next copy has another key, because a repeated key would create no second account. */}
        <CopyButton name={t.snippet} text={code} onCopied={() => setIdempotencyKey(newIdempotencyKey())} />
      </div>
      {/* Can be focused, so that the keyboard scrolls it. */}
      <pre className="code" tabIndex={0} role="region" aria-label={t.snippet}>
        {code}
      </pre>
    </section>
  )
}

/** Returns users' names by e-mail. A name that several users share is followed by the e-mail. */
function namesOf(users: readonly { email: string; name: string }[]): Record<string, string> {
  const names = users.map(({ name }) => name)
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
  return Object.fromEntries(users.map(({ email, name }) => [email, isUnique(name) ? name : `${name} (${email})`]))
}
