import {
  newAccount,
  SAMPLE_DOCUMENT,
  type SampleCall,
  type SampleOperation,
  type SampleSettings,
} from './sample-call.ts'

/** Returns a module for Node, in JavaScript that is also strict TypeScript. */
export const javascriptSample = ({ operation }: SampleCall, { baseUrl, email }: SampleSettings): string =>
  `// npm install @partner-accounts/sdk
import { PartnerAccounts } from '@partner-accounts/sdk'

const client = new PartnerAccounts({
  baseUrl: ${literal(baseUrl)},
  email: ${literal(email)},
  password: process.env.PARTNER_PASSWORD ?? '',
})

${CALLS[operation]()}`

const CALLS: Record<SampleOperation, () => string> = {
  createToken: () => `const { items, meta } = await client.accounts.list()
console.log(meta.total, items)`,
  createPartnerAccount: () => `const { _id, api_token, secret } = await client.accounts.create(
${indented(literal(newAccount()))},
  { idempotencyKey: 'order-4711' },
)
console.log(_id, api_token, secret)`,
  listPartnerAccounts: () => `for await (const account of client.accounts.list({ max_results: 100 })) {
  console.log(account._id, account.name)
}`,
  getPartnerAccount: () => `const account = await client.accounts.get('${SAMPLE_DOCUMENT}', {
  secret: process.env.ACCOUNT_SECRET ?? '',
})
console.log(account.name, account.api_token)`,
}

/** Returns a JavaScript literal without quotes around names. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\")*)"/g, "'$1'")

const indented = (text: string) => text.replace(/^/gm, '  ')
