import { setTimeout as wait } from 'node:timers/promises'
import { issueActivationToken } from '../activation-links/activation-token.ts'
import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'

/** An e-mail that may or may not belong to a portal user. */
export interface RequestPasswordResetInput {
  email: string
  /** The client's network. */
  origin: string
}

/** Longer than it takes to queue a mail, so the response time does not reveal whether the e-mail is known. */
const RESPONSE_MS = 400

/**
 * Mails a link to a portal user that forgot its password. The link works once, for an hour, and replaces an earlier one.
 * For any other e-mail nothing happens, in the same time.
 *
 * @throws DomainError `too-many-password-resets`
 */
export async function requestPasswordReset(
  dependencies: Pick<Dependencies, 'transact' | 'newId' | 'passwordResets'>,
  { email, origin }: RequestPasswordResetInput,
): Promise<void> {
  const address = normalizeEmail(email)
  await dependencies.passwordResets.count(address ?? email, origin)
  await Promise.all([address && mailLink(dependencies, address), wait(RESPONSE_MS)])
}

const mailLink = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  address: NonNullable<ReturnType<typeof normalizeEmail>>,
): Promise<void> =>
  transact(async ({ portalUsers, partners, mails }) => {
    const user = await portalUsers.findByEmail(address)
    if (user?.status !== 'active' || user.kind !== 'person') return
    const { id, name, partnerId } = user
    const { token, stored } = issueActivationToken('password-reset')
    await portalUsers.setResetLink(id, stored)
    const partnerName = (await partners.find(partnerId))?.name ?? ''
    const content = { kind: 'password-reset', name, partnerName, resetToken: token } as const
    await mails.queue({ id: newId(), recipient: user.email, content, partnerId, accountId: null })
  })
