import type { FastifyReply, FastifyRequest } from 'fastify'

interface CookieOptions {
  /** `Lax` if another site sends the browser back. */
  sameSite: 'Strict' | 'Lax'
  /** Without TLS, browsers would not store a `Secure` cookie. */
  publicUrl: string
}

export function createTokenCookie(name: string, { sameSite, publicUrl }: CookieOptions) {
  const isSecure = publicUrl.startsWith('https:')
  const cookie = `${isSecure ? '__Host-' : ''}${name}`
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  const pattern = new RegExp(`(?:^|; *)${cookie}=([\\w.-]+)`)
  const write = (reply: FastifyReply, token: string, lifetimeSeconds: number): void =>
    void reply.header('set-cookie', `${cookie}=${token}; ${attributes}; Max-Age=${lifetimeSeconds}`)
  return {
    read: ({ headers }: FastifyRequest): string | undefined => pattern.exec(headers.cookie ?? '')?.[1],
    write,
    remove: (reply: FastifyReply): void => write(reply, '', 0),
  }
}
