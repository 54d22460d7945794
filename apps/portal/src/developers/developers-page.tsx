import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { REFERENCE_URL, REST_URL } from '../service/addresses.ts'
import { Choices } from '../components/choices.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Page } from '../components/page.tsx'
import { useWords } from '../preferences/locale.ts'
import { useMe } from '../shell/me.ts'
import { developersWords } from './developers-words.ts'
import { RateUseCard } from './rate-use-card.tsx'
import { type Language, type Operation, OPERATIONS, snippetOf } from './snippets.ts'

export function DevelopersPage() {
  const says = useWords(developersWords)
  return (
    <Page title={says.title} lead={says.lead}>
      <div className="two-columns">
        <Reference />
        <RateUseCard />
      </div>
      <Snippets />
    </Page>
  )
}

function Reference() {
  const says = useWords(developersWords)
  return (
    <section className="card card-padded stack" aria-labelledby="reference">
      <h2 id="reference">{says.reference}</h2>
      <p className="muted">{says.referenceText}</p>
      <div className="row">
        <a className="button button-primary" href={REFERENCE_URL} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden /> {says.openReference}
          <span className="visually-hidden">{says.newTab}</span>
        </a>
        <a className="button button-quiet" href={`${REST_URL}/openapi.json`} target="_blank" rel="noreferrer">
          {says.openapi} <span className="visually-hidden">{says.newTab}</span>
        </a>
      </div>
    </section>
  )
}

function Snippets() {
  const says = useWords(developersWords)
  const { me } = useMe()
  const [language, setLanguage] = useState<Language>('curl')
  const [operation, setOperation] = useState<Operation>('token')
  const code = snippetOf(language, operation, REST_URL, me.email)
  return (
    <section className="card card-padded stack" aria-labelledby="snippets">
      <div className="row row-apart">
        <h2 id="snippets">{says.snippets}</h2>
        <Choices
          label={says.language}
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
          label={says.operation}
          value={operation}
          onChange={setOperation}
          options={OPERATIONS.map((value) => ({ value, label: says.operations[value] }))}
        />
        <CopyButton name={says.snippet} text={code} />
      </div>
      {/* Reachable by keyboard, as it may have to be scrolled. */}
      <pre className="code" tabIndex={0} role="region" aria-label={says.snippet}>
        {code}
      </pre>
    </section>
  )
}
