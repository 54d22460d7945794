const variable = (name: string): string => process.env[name] ?? ''

export const baseUrl = variable('BASE_URL')
export const credentials = { email: variable('EMAIL'), password: variable('PASSWORD') }

/** Returns the request body of a new account. The compiler checks it against each client's types. */
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

/** Values that every program reads through its client's types and prints. */
export interface Result {
  created: string
  total: number
  title: string | undefined
  apiToken: string | null | undefined
  /** Code of the error for a taken e-mail, after narrowing by `_code`. */
  taken: 88
}

export const print = (result: Result): void => console.log(JSON.stringify(result))
