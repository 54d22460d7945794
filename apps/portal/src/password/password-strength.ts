export type PasswordLevel = 'none' | 'weak' | 'fair' | 'good' | 'strong'

/** Unicode code points, as in the service. */
const PASSWORD_LENGTH = { min: 12, max: 256 }

const LEVELS: readonly { from: number; level: PasswordLevel }[] = [
  { from: 20, level: 'strong' },
  { from: 15, level: 'good' },
  { from: PASSWORD_LENGTH.min, level: 'fair' },
  { from: 1, level: 'weak' },
  { from: 0, level: 'none' },
]

/** Only a hint. Ignores characters that repeat or continue the previous one ("aaaa", "1234"). */
export function passwordStrength(password: string): { level: PasswordLevel; score: number } {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.map((code, index) => (index === 0 ? NaN : code - (codes[index - 1] ?? 0)))
  const surprising = steps.filter((step, index) => !(Math.abs(step) <= 1 && step === steps[index - 1]))
  const distinct = new Set(codes).size
  const length = Math.min(surprising.length, distinct * 2)
  const { level } = LEVELS.find(({ from }) => length >= from) ?? { level: 'none' as const }
  return { level, score: Math.min(1, length / 20) }
}

export const isAcceptable = (password: string): boolean => {
  const { length } = [...password]
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
}
