import type { Mode } from '../options/client-options.ts'
import { encodeJson, type MadeUpValues } from './made-up-values.ts'
import type { PortalUser } from './portal-users.ts'

export interface TokenSubject {
  userId: string
  partner: string
  mode: Mode
}

/** Issues tokens without a signature, and recognizes them because it remembers them. */
export class PartnerTokens {
  readonly #issued = new Map<string, TokenSubject & { expiresAt: number }>()
  readonly #partnerIds = new Map<string, string>()
  readonly #values: MadeUpValues
  readonly #now: () => number
  readonly #lifetimeSeconds: number

  constructor(values: MadeUpValues, now: () => number, lifetimeSeconds: number) {
    this.#values = values
    this.#now = now
    this.#lifetimeSeconds = lifetimeSeconds
  }

  issue({ _id, partner, mode }: PortalUser): string {
    const iat = Math.floor(this.#now() / 1_000)
    const exp = iat + this.#lifetimeSeconds
    const claims = {
      partner_id: this.#partnerId(partner),
      iss: 'partner-accounts',
      aud: 'partners/v1',
      sub: _id,
      iat,
      exp,
      jti: this.#values.bytes('token'),
      // The service increments it at activation and at each new password. These tokens do not need that.
      generation: 1,
      mode: mode === 'test' ? mode : undefined,
    }
    const header = { alg: 'HS256', typ: 'JWT', kid: 'testing' }
    const token = `${encodeJson(header)}.${encodeJson(claims)}.${this.#values.bytes('no signature')}`
    this.#issued.set(token, { userId: _id, partner, mode, expiresAt: exp * 1_000 })
    return token
  }

  /** Returns `undefined` for an invalid `Authorization` header. */
  read(authorization: string | null): TokenSubject | undefined {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1] ?? ''
    const subject = this.#issued.get(token)
    return subject && this.#now() < subject.expiresAt ? subject : undefined
  }

  #partnerId(partner: string): string {
    const id = this.#partnerIds.get(partner) ?? this.#values.id(this.#now())
    this.#partnerIds.set(partner, id)
    return id
  }

  expireAll(): void {
    this.#issued.clear()
  }
}
