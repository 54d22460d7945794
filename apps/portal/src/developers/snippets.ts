export const OPERATIONS = ['token', 'create', 'list', 'get'] as const
export type Operation = (typeof OPERATIONS)[number]

export const LANGUAGES = ['curl', 'sdk'] as const
export type Language = (typeof LANGUAGES)[number]

/** Returns code that is ready to paste, for this service and the signed-in user. */
export const snippetOf = (language: Language, operation: Operation, baseUrl: string, email: string): string =>
  language === 'curl' ? CURL[operation](baseUrl, email) : sdk(SDK[operation], baseUrl, email)

/** Quotes a shell word. A `'` cannot stand inside one, so it is written outside. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const CURL: Record<Operation, (baseUrl: string, email: string) => string> = {
  token: (baseUrl, email) => `read -rs PASSWORD   # type it, press Enter

TOKEN=$(jq -n --arg email ${quoted(email)} --arg password "$PASSWORD" '$ARGS.named' |
  curl -s ${baseUrl}/tokens -d @- | jq -r .token)`,
  create: (baseUrl) => `curl -s ${baseUrl}/partner-accounts \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: order-4711" \\
  -d '{
    "full_name": "Maria da Silva",
    "employees_quantity": 12,
    "email": "maria@estrela.example",
    "mobile_phone": "11987654321",
    "company_doc": {
      "name": "Padaria Estrela Ltda",
      "trade_name": "Padaria Estrela",
      "cnpj": "12ABC34501DE35",
      "address": {
        "cep": "01310100", "street_name": "Avenida Paulista", "street_number": "1578",
        "neighborhood": "Bela Vista", "state": "SP", "city": "São Paulo"
      }
    }
  }'`,
  list: (baseUrl) => `curl -s "${baseUrl}/partner-accounts?max_results=50&page=1" \\
  -H "Authorization: Bearer $TOKEN"`,
  get: (baseUrl) => `curl -s ${baseUrl}/partner-accounts/12ABC34501DE35 \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "X-Secret: $SECRET"   # shows the api_token; leave it out otherwise`,
}

const sdk = (call: string, baseUrl: string, email: string) => `import { PartnerAccounts } from '@partner-accounts/sdk'

const client = new PartnerAccounts({
  baseUrl: ${JSON.stringify(baseUrl)},
  email: ${JSON.stringify(email)},
  password: process.env.PASSWORD,
})

${call}`

const SDK: Record<Operation, string> = {
  token: `// The client signs in by itself, and again before its token expires.
const page = await client.accounts.list()`,
  create: `const { _id, api_token, secret } = await client.accounts.create(
  {
    full_name: 'Maria da Silva',
    employees_quantity: 12,
    email: 'maria@estrela.example',
    mobile_phone: '11987654321',
    company_doc: {
      name: 'Padaria Estrela Ltda',
      trade_name: 'Padaria Estrela',
      cnpj: '12ABC34501DE35',
      address: {
        cep: '01310100', street_name: 'Avenida Paulista', street_number: '1578',
        neighborhood: 'Bela Vista', state: 'SP', city: 'São Paulo',
      },
    },
  },
  { idempotencyKey: 'order-4711' },
)`,
  list: `for await (const account of client.accounts.list()) {
  console.log(account._id, account.name)
}`,
  get: `const account = await client.accounts.get('12ABC34501DE35', { secret })
console.log(account.api_token)`,
}
