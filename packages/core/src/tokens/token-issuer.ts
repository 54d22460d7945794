import type { TokenSubject } from '../portal-users/portal-user.ts'

export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>
}
