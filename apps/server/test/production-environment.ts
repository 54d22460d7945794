const KEY = 'k'.repeat(43)

/** The variables of a start in production, except for the database and the ports. Nothing listens at the mail server. */
export const PRODUCTION_ENVIRONMENT = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://contas.example',
  TOKEN_SIGNING_KEYS: `k1:${KEY}`,
  DATA_SEALING_KEY: KEY,
  INTERNAL_API_KEY: KEY,
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'a@mail.example',
}
