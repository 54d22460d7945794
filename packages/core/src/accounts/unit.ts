/** The 26 states and the Federal District (IBGE). */
export const STATES = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA',
  'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO',
] as const // prettier-ignore
export type State = (typeof STATES)[number]

export interface Address {
  cep: string
  streetName: string
  streetNumber: string
  neighborhood: string
  complement: string | null
  state: State
  city: string
}

export interface Unit {
  name: string
  address: Address
}
