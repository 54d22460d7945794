import type { PartnerAccounts } from '../../client.ts'
import { readClaims } from '../../http/read-claims.ts'
import { expect } from '../../options/checks.ts'
import type { CreatedAccount } from '../../wire/models.ts'
import { fileJournal } from './file-journal.ts'
import type { Journal, JournalEntry } from './journal.ts'

/**
 * Returns the accounts in the journal by key, and a function that records an outcome.
 *
 * @throws UsageError if the journal belongs to another service or user, whose accounts are not the client's
 */
export async function openJournal(client: PartnerAccounts, options: { journal?: Journal | string | undefined }) {
  const journal = typeof options.journal === 'string' ? fileJournal(options.journal) : options.journal
  const known = new Map<string, CreatedAccount>()
  if (!journal) return { known, record: () => undefined }
  const owner = await ownerOf(client)
  for (const { key, account, service, user } of await journal.load()) {
    const isOwn = service === owner.service && user === owner.user
    const ownDescription = `The client is ${owner.user} at ${owner.service}`
    expect(isOwn, `${ownDescription}: the journal of ${user} at ${service} does not apply. Give another one.`)
    if (account) known.set(key, account)
  }
  const record = (entry: Pick<JournalEntry, 'key' | 'account' | 'rejection'>) =>
    journal.append({ ...entry, ...owner, at: new Date().toISOString() })
  return { known, record }
}

/** The service's address, and the user's e-mail or id; `a token` for a token that names no user. */
async function ownerOf(client: PartnerAccounts): Promise<{ service: string; user: string }> {
  const { baseUrl, options, tokens } = client.caller()
  const service = new URL(baseUrl).href
  if (options.email) return { service, user: options.email.toLowerCase() }
  const outcome = await tokens.get()
  if ('error' in outcome) throw outcome.error
  return { service, user: readClaims(outcome.token).sub ?? 'a token' }
}
