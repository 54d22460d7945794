import { normalizeHeading } from './normalize-heading.ts'

const STATE_NAMES: Record<string, string> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
}

const IBGE_CODES: Record<string, string> = {
  11: 'RO',
  12: 'AC',
  13: 'AM',
  14: 'RR',
  15: 'PA',
  16: 'AP',
  17: 'TO',
  21: 'MA',
  22: 'PI',
  23: 'CE',
  24: 'RN',
  25: 'PB',
  26: 'PE',
  27: 'AL',
  28: 'SE',
  29: 'BA',
  31: 'MG',
  32: 'ES',
  33: 'RJ',
  35: 'SP',
  41: 'PR',
  42: 'SC',
  43: 'RS',
  50: 'MS',
  51: 'MT',
  52: 'GO',
  53: 'DF',
}

/** Codes of states by all ways to write them, such as `SP - São Paulo`, after `normalizeHeading`. */
const CODES = new Map([
  ...Object.entries(IBGE_CODES).flatMap(([ibgeCode, code]) => [
    [ibgeCode, code] as const,
    [`${ibgeCode} ${code.toLowerCase()}`, code] as const,
  ]),
  ...Object.entries(STATE_NAMES).flatMap(([code, stateName]) => {
    const name = normalizeHeading(stateName)
    const abbreviation = code.toLowerCase()
    return [
      name,
      abbreviation,
      `${abbreviation} ${name}`,
      `${name} ${abbreviation}`,
      `br ${abbreviation}`,
      [...abbreviation].join(' '),
    ].map((text) => [text, code] as const)
  }),
])

/** Returns the code of a state, such as `SP`. Returns other text unchanged. */
export const toStateCode = (text: string): string =>
  CODES.get(normalizeHeading(text).replace(/^estado (de|do|da) /, '')) ?? text

export const isState = (text: string): boolean => text.toUpperCase() in STATE_NAMES

/** States with a city of the same name. */
const NAMED_AS_CITIES = ['RJ', 'SP']

interface Place {
  city: string
  /** Empty if the text does not name one. */
  state: string
}

/** Separates city and state in `São Paulo/SP`, `São Paulo (SP)`, `São Paulo/São Paulo` and `SP - São Paulo`. */
export function splitCity(text: string): Place {
  const codeBehind = /^(.+?) ?[-–/\\|,([ ] ?([A-Za-z]{2})[)\]]?$/.exec(text)
  if (codeBehind && isState(codeBehind[2] ?? '')) {
    return { city: codeBehind[1] ?? '', state: (codeBehind[2] ?? '').toUpperCase() }
  }
  const codeBefore = /^([A-Za-z]{2}) ?[-–/\\|] ?(.+)$/.exec(text)
  if (codeBefore && isState(codeBefore[1] ?? '')) {
    return { city: codeBefore[2] ?? '', state: (codeBefore[1] ?? '').toUpperCase() }
  }
  // Requires spaces around a hyphen, because `Ji-Paraná` is a city.
  const [, city = '', separator = '', name = ''] = /^(.+?)( - | – | ?[/|] ?)(.{4,})$/.exec(text) ?? []
  const state = toStateCode(name)
  // `Santo Amaro - São Paulo` names a part of the city, but `São Paulo - São Paulo` and `Santos / São Paulo` have a state.
  const isCityOfSameName = toStateCode(city) === state
  const isPartOfCity = NAMED_AS_CITIES.includes(state) && !separator.includes('/') && !isCityOfSameName
  return isState(state) && !isPartOfCity ? { city, state } : { city: text, state: '' }
}
