import { LIMITS } from '@partner-accounts/core'
import { type DocumentSettings, inWords } from './document-settings.ts'

const { idempotencyKey } = LIMITS

/** Returns the introduction in Markdown. */
export const describeInterface = ({
  rateLimit: { requests, windowSeconds },
  tokenLifetimeSeconds,
}: Required<DocumentSettings>): string =>
  `
Create accounts for your customers and read the accounts that you have. All requests and responses are JSON over HTTPS. A
partner can access its own accounts only.

## First steps

Sign in with the e-mail and password of a portal user. Users activate themselves with the link that they receive by
e-mail.

\`\`\`sh
curl "$BASE_URL/tokens" -d '{"email": "ana@revenda.example", "password": "…"}'
\`\`\`

The response contains a token, valid for ${inWords(tokenLifetimeSeconds)}. Send it with every other request, and sign in
again when it is rejected.

\`\`\`sh
curl "$BASE_URL/partner-accounts" -H "Authorization: Bearer $TOKEN"
\`\`\`

## Account identifiers

An account has an id (\`_id\`) and an employer with a CNPJ or a CPF. Each of them identifies the account. Send documents
without punctuation. A CNPJ may contain letters, and check digits are not validated. If several of your accounts share a
document, it identifies the most recent one.

## Token and secret

The response to a creation contains an \`api_token\` and a \`secret\`.

- The **\`api_token\`** gives access to the account-level public API, which is a separate service. Use HTTP Basic with the
  user \`public\` and the token as the password.
- The **\`secret\`** is returned in this response only. If you send it in the header \`X-Secret\` when you read the account,
  the response contains the \`api_token\`. Store it as securely as a password.

## Safe retries

A response can be lost, and the \`secret\` with it. Send an \`Idempotency-Key\` with each creation, such as an order number or
a UUID. If you do not receive a response, retry with the same key and body. For ${idempotencyKey.ttlSeconds / 3600} hours, the service replays the
first response and creates no second account. The same key with a different body is rejected.

## Rate limit

A partner has ${requests} requests in any ${windowSeconds} seconds, over all its users and tokens. Requests without a
valid token are counted by client address. Every response contains the limit (\`RateLimit-Policy\`) and the remaining
requests (\`RateLimit\`). A rejected request has status 429 and does not count. Wait for the number of seconds in
\`Retry-After\` before you retry.

## Errors

Every error has the same envelope. \`_code\` identifies the error, and \`_error.code\` is the HTTP status.
\`_error.message\` is for developers, in English; \`_error.ui_message\` is for the people who use your product. Errors of
invalid fields have neither \`_code\` nor \`ui_message\`, and \`_error.message\` contains the messages of each field.

Each operation lists its errors. A proxy in front of the service may send others, without the envelope.

Every response contains the id of its request in \`X-Request-Id\`. To use the same id in your logs, send it in that header:
up to 64 letters, digits, \`.\`, \`_\` and \`-\`.

## Language

\`ui_message\` and the messages of fields are in Brazilian Portuguese, or in English with \`Accept-Language: en\`.

## Changes

Version 1 changes by additions only. Clients must ignore unknown fields, and handle an unknown \`_code\` by its HTTP status.
`.trim()
