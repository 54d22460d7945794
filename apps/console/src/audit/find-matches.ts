import { readTaxId } from '@partner-accounts/rules'
import { client } from '../service/client.ts'

/** What an operator can choose as a filter. */
export interface Match {
  /** The filter's value. */
  value: string
  label: string
  detail: string
}

/**
 * Finds portal users and signed-in operators by name or e-mail. If the text is an e-mail that nobody has, returns an
 * operator with this e-mail, who may be signed out.
 */
export async function findActors(text: string): Promise<Match[]> {
  const [{ portalUsers }, { items: sessions }] = await Promise.all([
    client.internal.records.search.query({ query: text }),
    client.internal.console.listSessions.query({ limit: 200 }),
  ])
  const searched = text.toLowerCase()
  const isMatch = (nameOrEmail: string | null) => nameOrEmail?.toLowerCase().includes(searched) === true
  const matching = sessions.filter(({ name, email }) => isMatch(name) || isMatch(email))
  const operators = matching.map(({ name, email }) => email ?? name)
  const isUnknownEmail = text.includes('@') && operators.length === 0 && portalUsers.length === 0
  // The audit trail has the e-mails of operators in lower case.
  const operatorNames = new Set(isUnknownEmail ? [searched] : operators)
  return [
    ...portalUsers.map(({ id, name, email }) => ({ value: `portal-user:${id}`, label: name || id, detail: email })),
    ...[...operatorNames].map((name) => ({ value: `operator:${name}`, label: name, detail: 'operator' })),
  ]
}

/** Finds records whose page has a history. */
export async function findSubjects(text: string): Promise<Match[]> {
  const found = await client.internal.records.search.query({ query: readTaxId(text) ?? text })
  return [
    ...found.accounts.map(({ id, name, administratorEmail: detail }) => ({ value: id, label: name || id, detail })),
    ...found.partners.map(({ id, name }) => ({ value: id, label: name, detail: '' })),
    ...found.portalUsers.map(({ id, name, email: detail }) => ({ value: id, label: name || id, detail })),
    ...found.coupons.map(({ id, code }) => ({ value: id, label: code, detail: '' })),
  ]
}
