/** The settings of a target: the variables of the service that it uses. */
export interface TargetSettings {
  port: number
  databaseUrl: string
  /** Signs and checks tokens. */
  signingKey: { kid: string; key: Buffer }
  rateLimit: { requests: number; windowSeconds: number }
}

const WINDOW_SECONDS = 60

/** Reads the settings. The benchmark sets them all, so there are no defaults and no checks. */
export function loadTargetSettings(): TargetSettings {
  const { PORT, DATABASE_URL = '', TOKEN_SIGNING_KEYS = '', RATE_LIMIT_REQUESTS } = process.env
  const [kid = '', key = ''] = TOKEN_SIGNING_KEYS.split(':')
  return {
    port: Number(PORT),
    databaseUrl: DATABASE_URL,
    signingKey: { kid, key: Buffer.from(key, 'base64url') },
    rateLimit: { requests: Number(RATE_LIMIT_REQUESTS), windowSeconds: WINDOW_SECONDS },
  }
}
