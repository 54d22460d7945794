export type PasswordLevel = 'none' | 'weak' | 'fair' | 'good' | 'strong'

/** Counted in Unicode code points, as in the service. */
const PASSWORD_LENGTH = { min: 12, max: 256 }

const STRONG_LENGTH = 20

const LEVELS: readonly { from: number; level: PasswordLevel }[] = [
  { from: STRONG_LENGTH, level: 'strong' },
  { from: 15, level: 'good' },
  { from: PASSWORD_LENGTH.min, level: 'fair' },
  { from: 1, level: 'weak' },
  { from: 0, level: 'none' },
]

/**
 * Rates a password by its length. Does not count characters that repeat or continue the previous ones ("aaaa", "1234").
 * It is only a hint: `hasAcceptableLength` decides.
 *
 * @returns `score`: 0 to 1, 1 for the strongest passwords
 */
export function passwordStrength(password: string): { level: PasswordLevel; score: number } {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  /** Difference of each character to the previous one. The first character has none. */
  const steps = codes.map((code, index) => (index === 0 ? NaN : code - (codes[index - 1] ?? 0)))
  const isPredictable = (step: number, index: number) => Math.abs(step) <= 1 && step === steps[index - 1]
  const unpredictable = steps.filter((step, index) => !isPredictable(step, index))
  // Counts at most twice as many characters as there are distinct ones.
  const maxCounted = new Set(codes).size * 2
  const countedLength = Math.min(unpredictable.length, maxCounted)
  const { level } = LEVELS.find(({ from }) => countedLength >= from) ?? { level: 'none' as const }
  return { level, score: Math.min(1, countedLength / STRONG_LENGTH) }
}

/** Returns whether the service accepts a password of this length. It has no other rule for passwords. */
export const hasAcceptableLength = (password: string): boolean => {
  const { length } = [...password]
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
}
