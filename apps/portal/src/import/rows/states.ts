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

/** `SP - São Paulo` and `São Paulo (SP)` name a state twice. */
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

/** Returns other text unchanged. */
export const toStateCode = (text: string): string =>
  CODES.get(normalizeHeading(text).replace(/^estado (de|do|da) /, '')) ?? text

export const isState = (text: string): boolean => text.toUpperCase() in STATE_NAMES

const NAMED_AS_CITIES = ['RJ', 'SP']

interface Place {
  city: string
  /** Empty if the text does not name one. */
  state: string
}

/** Separates `São Paulo/SP`, `São Paulo (SP)`, `São Paulo/São Paulo` and `SP - São Paulo`. */
export function splitCity(text: string): Place {
  const behind = /^(.+?) ?[-–/\\|,([ ] ?([A-Za-z]{2})[)\]]?$/.exec(text)
  if (behind && isState(behind[2] ?? '')) return { city: behind[1] ?? '', state: (behind[2] ?? '').toUpperCase() }
  const before = /^([A-Za-z]{2}) ?[-–/\\|] ?(.+)$/.exec(text)
  if (before && isState(before[1] ?? '')) return { city: before[2] ?? '', state: (before[1] ?? '').toUpperCase() }
  // `Ji-Paraná` is a city.
  const [, city = '', separator = '', name = ''] = /^(.+?)( - | – | ?[/|] ?)(.{4,})$/.exec(text) ?? []
  const state = toStateCode(name)
  // `Santo Amaro - São Paulo` is a part of the city.
  const isCity = NAMED_AS_CITIES.includes(state) && !separator.includes('/') && toStateCode(city) !== state
  return isState(state) && !isCity ? { city, state } : { city: text, state: '' }
}
