import type { Actor } from '../audit/actor.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { PortalUserAccess } from '../identity/portal-user.ts'
import { type MailPreview, previewMail } from '../mails/preview-mail.ts'
import { requireOwnAccount } from '../accounts/partner-account.ts'

export interface TestAccountInput {
  access: Pick<PortalUserAccess, 'userId' | 'partnerId' | 'partnerMode'>
  id: string
}

/**
 * Authorizes a test partner's user for an operator's action on one of the partner's accounts.
 *
 * @returns the actor to record in the audit trail
 * @throws `live-mode`, `account-not-found`
 */
export async function authorizeTestAccount(
  { stores }: Pick<Dependencies, 'stores'>,
  { access, id }: TestAccountInput,
): Promise<Actor> {
  if (access.partnerMode !== 'test') throw new DomainError('live-mode')
  await requireOwnAccount(stores, await stores.accountDirectory.overview(id), { partnerId: access.partnerId, id })
  return { kind: 'portal-user', id: access.userId }
}

const MAX_MAILS = 20

type PreviewDependencies = Pick<Dependencies, 'stores' | 'renderMail' | 'composeMail'>

/**
 * Returns the latest mails about a test account, with their links.
 *
 * @throws the errors of `authorizeTestAccount`
 */
export async function listTestMails(
  dependencies: PreviewDependencies,
  input: TestAccountInput,
): Promise<MailPreview[]> {
  const ids = await listMailIds(dependencies, input)
  return Promise.all(ids.map((id) => previewMail(dependencies, { id })))
}

/**
 * Returns one of the mails that `listTestMails` returns.
 *
 * @throws `mail-unknown`, and the errors of `authorizeTestAccount`
 */
export async function showTestMail(
  dependencies: PreviewDependencies,
  { mailId, ...input }: TestAccountInput & { mailId: string },
): Promise<MailPreview> {
  const ids = await listMailIds(dependencies, input)
  if (!ids.includes(mailId)) throw new DomainError('mail-unknown')
  return previewMail(dependencies, { id: mailId })
}

async function listMailIds(dependencies: PreviewDependencies, input: TestAccountInput): Promise<string[]> {
  await authorizeTestAccount(dependencies, input)
  const filter = { accountId: input.id, status: 'kept' } as const
  const { items } = await dependencies.stores.records.mails(filter, { limit: MAX_MAILS })
  return items.map(({ id }) => id)
}
