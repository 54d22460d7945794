import type { FastifyReply, FastifyRequest } from 'fastify'

interface CookieOptions {
  /** `Lax` if another site sends the browser back. */
  sameSite: 'Strict' | 'Lax'
  /** Without TLS, browsers would not store a `Secure` cookie. */
  publicUrl: string
}

export class TokenCookie {
  readonly #name: string
  readonly #attributes: string
  readonly #pattern: RegExp

  constructor(name: string, { sameSite, publicUrl }: CookieOptions) {
    const isSecure = publicUrl.startsWith('https:')
    this.#name = `${isSecure ? '__Host-' : ''}${name}`
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
    this.#pattern = new RegExp(`(?:^|; *)${this.#name}=([\\w.-]+)`)
  }

  read({ headers }: FastifyRequest): string | undefined {
    return this.#pattern.exec(headers.cookie ?? '')?.[1]
  }

  write(reply: FastifyReply, token: string, lifetimeSeconds: number): void {
    reply.header('set-cookie', `${this.#name}=${token}; ${this.#attributes}; Max-Age=${lifetimeSeconds}`)
  }

  remove(reply: FastifyReply): void {
    this.write(reply, '', 0)
  }
}
