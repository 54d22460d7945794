const variable = (name: string): string => process.env[name] ?? ''

export const baseUrl = variable('BASE_URL')
export const credentials = { email: variable('EMAIL'), password: variable('PASSWORD') }

/** A new account. Each client's own type checks it. */
export const account = (email: string) => ({
  full_name: 'Maria da Silva',
  employees_quantity: 12,
  email,
  mobile_phone: '11987654321',
  company_doc: {
    name: 'Padaria Estrela Ltda',
    trade_name: 'Padaria Estrela',
    cnpj: '12ABC34501DE35',
    address: {
      cep: '01310100',
      street_name: 'Avenida Paulista',
      street_number: '1578',
      neighborhood: 'Bela Vista',
      state: 'SP' as const,
      city: 'São Paulo',
    },
  },
})

/** What every program prints: the same values, reached through its client's types. */
export interface Result {
  created: string
  total: number
  title: string | undefined
  apiToken: string | null | undefined
  /** The error of the taken e-mail, after narrowing by `_code`. */
  taken: 88
}

export const print = (result: Result): void => console.log(JSON.stringify(result))
