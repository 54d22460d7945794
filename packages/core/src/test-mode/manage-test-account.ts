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
 * Admits users of a test partner to operators' changes.
 *
 * @returns who to record
 * @throws `live-mode`, `account-not-found`
 */
export async function requireTestAccount(
  { stores }: Pick<Dependencies, 'stores'>,
  { access, id }: TestAccountInput,
): Promise<Actor> {
  if (access.partnerMode !== 'test') throw new DomainError('live-mode')
  await requireOwnAccount(stores, await stores.accountDirectory.overview(id), { partnerId: access.partnerId, id })
  return { kind: 'portal-user', id: access.userId }
}

const MAX_MAILS = 20

/**
 * Returns the latest mails with their links.
 *
 * @throws as `requireTestAccount`
 */
export async function listTestMails(
  dependencies: Pick<Dependencies, 'stores' | 'renderMail' | 'composeMail'>,
  input: TestAccountInput,
): Promise<MailPreview[]> {
  await requireTestAccount(dependencies, input)
  const filter = { accountId: input.id, status: 'kept' } as const
  const { items } = await dependencies.stores.records.mails(filter, { limit: MAX_MAILS })
  return Promise.all(items.map(({ id }) => previewMail(dependencies, { id })))
}
