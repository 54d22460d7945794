/** What a contender is told: the same variables as the service, as far as it needs them. */
export interface ContenderSettings {
  port: number
  databaseUrl: string
  /** Signs and checks tokens. */
  signingKey: { kid: string; key: Buffer }
  rateLimit: { requests: number; windowSeconds: number }
}

const WINDOW_SECONDS = 60

/** The benchmark sets them all: nothing here has a default, and nothing needs checking. */
export function loadContenderSettings(): ContenderSettings {
  const { PORT, DATABASE_URL = '', TOKEN_SIGNING_KEYS = '', RATE_LIMIT_REQUESTS } = process.env
  const [kid = '', key = ''] = TOKEN_SIGNING_KEYS.split(':')
  return {
    port: Number(PORT),
    databaseUrl: DATABASE_URL,
    signingKey: { kid, key: Buffer.from(key, 'base64url') },
    rateLimit: { requests: Number(RATE_LIMIT_REQUESTS), windowSeconds: WINDOW_SECONDS },
  }
}
