// Defines the globals that the README's snippets expect from the reader's program.
import { randomUUID } from 'node:crypto'
import { PartnerAccounts } from '@partner-accounts/sdk'

const { PARTNER_ACCOUNTS_URL: baseUrl, PARTNER_ACCOUNTS_EMAIL: email, EXIT_AFTER_MS } = process.env
const password = process.env.PARTNER_ACCOUNTS_PASSWORD
const body = {
  full_name: 'Maria da Silva',
  employees_quantity: 12,
  email: `${randomUUID()}@estrela.example`,
  mobile_phone: '11987654321',
  company_doc: {
    name: 'Padaria Estrela Ltda',
    trade_name: 'Padaria Estrela',
    cpf: '52998224725',
    address: {
      cep: '01310100',
      street_name: 'Avenida Paulista',
      street_number: '1578',
      neighborhood: 'Bela Vista',
      state: 'SP',
      city: 'São Paulo',
    },
  },
}
Object.assign(globalThis, {
  client: new PartnerAccounts({ baseUrl, email, password }),
  baseUrl,
  email,
  password,
  body,
  vault: { put: async () => {}, get: async () => undefined },
  queue: { add: async () => {} },
  form: { show: (messages) => console.log(messages) },
  logger: { info: (value) => console.log(JSON.stringify(value)) },
})
// Some snippets run until the process ends.
if (EXIT_AFTER_MS) setTimeout(() => process.exit(), Number(EXIT_AFTER_MS))
