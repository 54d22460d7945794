import type { PartnerAccounts } from '../../client.ts'
import { expect, parseObject } from '../../options/checks.ts'
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
    const mine = `The client is ${owner.user} at ${owner.service}`
    expect(isOwn, `${mine}: the journal of ${user} at ${service} does not apply. Give another one.`)
    if (account) known.set(key, account)
  }
  const record = (entry: Pick<JournalEntry, 'key' | 'account' | 'rejection'>) =>
    journal.append({ ...entry, ...owner, at: new Date().toISOString() })
  return { known, record }
}

async function ownerOf(client: PartnerAccounts): Promise<{ service: string; user: string }> {
  const { baseUrl, options, tokens } = client.identify()
  const service = new URL(baseUrl).href
  const user = options.email?.toLowerCase() ?? subjectOf(await tokens.get()) ?? 'a token'
  return { service, user }
}

/** The portal user's id. Renewed tokens have the same. */
const subjectOf = (token: string) =>
  parseObject(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())?.['sub'] as string | undefined
