import { LIMITS } from '@partner-accounts/core'
import { ERROR_CATALOG, type ErrorKind } from '../errors/catalog.ts'
import { type DocumentSettings, inWords } from './document-settings.ts'

const { idempotencyKey } = LIMITS

/** What belongs to no operation in particular. */
export const OF_ANY_REQUEST = [
  'bad-request',
  'route-not-found',
  'method-not-allowed',
  'request-timeout',
  'body-too-large',
  'header-too-large',
] as const satisfies readonly ErrorKind[]

/** Returns what a partner has to know before the first request, in Markdown. */
export const describeInterface = ({
  rateLimit: { requests, windowSeconds },
  tokenLifetimeSeconds,
}: Required<DocumentSettings>): string =>
  `
Create accounts for your customers, and look after the ones you have. Everything is JSON over HTTPS; a partner sees
its own accounts and no others.

## First steps

Sign in with the e-mail and password of a portal user. Users are activated by the link that they get by e-mail.

\`\`\`sh
curl "$BASE_URL/tokens" -d '{"email": "ana@revenda.example", "password": "…"}'
\`\`\`

The response contains a token, valid for ${inWords(tokenLifetimeSeconds)}. Send it with every other request, and sign in
again when it is rejected.

\`\`\`sh
curl "$BASE_URL/partner-accounts" -H "Authorization: Bearer $TOKEN"
\`\`\`

## Accounts and how to name them

An account has an id of its own (\`_id\`) and an employer with a CNPJ or a CPF. Any of the three leads to it. Documents
are written without punctuation, a CNPJ may have letters, and check digits are not verified. If several of your
accounts share a document, it stands for the most recent one.

## Two values to keep

A creation answers with an \`api_token\` and a \`secret\`.

- The **\`api_token\`** opens the account-level public API, which is another service: HTTP Basic, user \`public\`, the
  token as password.
- The **\`secret\`** is shown in that answer and never again. Sent in the header \`X-Secret\` when the account is read,
  it brings the \`api_token\` back. Keep it as you would keep a password.

## Asking again safely

An answer may get lost on its way, and the \`secret\` with it. Give each creation an \`Idempotency-Key\` of your own (the
number of an order, a UUID), and send the same key and body again when you are in doubt: for
${idempotencyKey.keptForSeconds / 3600} hours you get the first answer once more, and no second account. The same key with another body is
refused.

## Rate limit

A partner has ${requests} requests in any ${windowSeconds} seconds, over all its users and tokens. Without a valid token
it is the client's address that counts. Every answer tells the limit (\`RateLimit-Policy\`) and what is left of it
(\`RateLimit\`). A refused request has status 429 and does not count; wait for the seconds of \`Retry-After\`.

## Errors

Every error has the same envelope. \`_code\` tells what went wrong and \`_error.code\` is the HTTP status.
\`_error.message\` is for you, in English; \`_error.ui_message\` is for the people who use your product. Invalid fields
are the exception: there is neither a \`_code\` nor a \`ui_message\`, and \`_error.message\` has the messages of each field.

Each operation lists its errors. Beyond them, any request can meet these:

${tableOf(OF_ANY_REQUEST)}

Every answer names its request in \`X-Request-Id\`. Send an id of your own in that header (up to 64 letters, digits,
\`.\`, \`_\` and \`-\`) to find it in your logs and ours.

## Language

\`ui_message\` and the messages of fields are in Brazilian Portuguese, or in English with \`Accept-Language: en\`.

## Changes

Within version 1 there are only additions: let your client pass over fields that it does not know, and treat a \`_code\`
that it does not know by its HTTP status.
`.trim()

function tableOf(kinds: readonly ErrorKind[]): string {
  const rows = kinds.map((kind) => ERROR_CATALOG[kind])
  return ['| `_code` | Meaning |', '|---|---|', ...rows.map(({ code, message }) => `| ${code} | ${message} |`)].join(
    '\n',
  )
}
