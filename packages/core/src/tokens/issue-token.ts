import type { Dependencies } from '../dependencies.ts'
import { authenticate, type AuthenticateInput } from './authenticate.ts'

/** A token and the portal user it was issued to. */
export interface IssuedToken {
  token: string
  userId: string
  partnerId: string
}

/**
 * Signs a portal user in (4.1).
 *
 * @throws DomainError as `authenticate`
 */
export async function issueToken(
  dependencies: Pick<Dependencies, 'stores' | 'passwords' | 'signIns' | 'tokens'>,
  credentials: Omit<AuthenticateInput, 'purpose'>,
): Promise<IssuedToken> {
  const subject = await authenticate(dependencies, { ...credentials, purpose: 'token' })
  return { token: await dependencies.tokens.issue(subject), userId: subject.userId, partnerId: subject.partnerId }
}
