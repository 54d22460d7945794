export interface BaselineSettings {
  port: number
  databaseUrl: string
  signingKey: { kid: string; key: Buffer }
  rateLimit: { requests: number; windowSeconds: number }
}

const WINDOW_SECONDS = 60

/** Reads the baseline's settings, all of which the benchmark sets. */
export function loadBaselineSettings(): BaselineSettings {
  const { PORT, DATABASE_URL = '', TOKEN_SIGNING_KEYS = '', RATE_LIMIT_REQUESTS } = process.env
  const [kid = '', key = ''] = TOKEN_SIGNING_KEYS.split(':')
  return {
    port: Number(PORT),
    databaseUrl: DATABASE_URL,
    signingKey: { kid, key: Buffer.from(key, 'base64url') },
    rateLimit: { requests: Number(RATE_LIMIT_REQUESTS), windowSeconds: WINDOW_SECONDS },
  }
}
