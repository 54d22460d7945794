import { Choices, CopyButton, ExternalLink, Page, useWords } from '@partner-accounts/ui'
import { useState } from 'react'
import { REFERENCE_URL, REST_URL } from '../service/addresses.ts'
import { useMe } from '../permissions/me.ts'
import { developersWords } from './developers-words.ts'
import { RateUseCard } from './rate-use-card.tsx'
import { type Language, type Operation, OPERATIONS, snippetOf } from './snippets.ts'

export function DevelopersPage() {
  const t = useWords(developersWords)
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="two-columns">
        <Reference />
        <RateUseCard />
      </div>
      <Snippets />
    </Page>
  )
}

function Reference() {
  const t = useWords(developersWords)
  return (
    <section className="card card-padded stack" aria-labelledby="reference">
      <h2 id="reference">{t.reference}</h2>
      <p className="muted">{t.referenceText}</p>
      <div className="row">
        <a className="button button-primary" href={REFERENCE_URL} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden /> {t.openReference}
          <span className="visually-hidden">{t.newTab}</span>
        </a>
        <a className="button button-quiet" href={`${REST_URL}/openapi.json`} target="_blank" rel="noreferrer">
          {t.openapi} <span className="visually-hidden">{t.newTab}</span>
        </a>
      </div>
    </section>
  )
}

function Snippets() {
  const t = useWords(developersWords)
  const { me } = useMe()
  const [language, setLanguage] = useState<Language>('curl')
  const [operation, setOperation] = useState<Operation>('token')
  const code = snippetOf(language, operation, REST_URL, me.email)
  return (
    <section className="card card-padded stack" aria-labelledby="snippets">
      <div className="row row-apart">
        <h2 id="snippets">{t.snippets}</h2>
        <Choices
          label={t.language}
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'curl', label: 'curl' },
            { value: 'sdk', label: 'SDK (TypeScript)' },
          ]}
        />
      </div>
      <div className="row row-apart">
        <Choices
          label={t.operation}
          value={operation}
          onChange={setOperation}
          options={OPERATIONS.map((value) => ({ value, label: t.operations[value] }))}
        />
        <CopyButton name={t.snippet} text={code} />
      </div>
      {/* Reachable by keyboard, as it may have to be scrolled. */}
      <pre className="code" tabIndex={0} role="region" aria-label={t.snippet}>
        {code}
      </pre>
    </section>
  )
}
