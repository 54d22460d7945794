export interface KnownWord {
  word: string
  accounts: number
}

/** Shorter words resemble too many others. */
const MIN_LENGTH = 4
/** Longer than words of names and addresses. The time of a comparison grows with the product of the lengths. */
const MAX_LENGTH = 30
/** Only so many known words are compared. */
const MAX_KNOWN = 1_000
/** Minimum length of words that may have two typing errors. Shorter words may have one typing error. */
const MIN_LENGTH_FOR_TWO_ERRORS = 6

/**
 * Returns `LIKE` patterns for words with the same first or last half, because most typing errors leave one half unchanged.
 * They match terms in which a space precedes and follows each word.
 */
export function patternsOfSimilar(typed: string): string[] {
  const half = Math.floor(typed.length / 2)
  return isCorrectable(typed) ? [`% ${typed.slice(0, half)}%`, `%${typed.slice(-half)} %`] : []
}

/** Returns the known word with the fewest errors, then the most accounts; `undefined` if none is close. */
export function closestWord(typed: string, known: readonly KnownWord[]): string | undefined {
  if (!isCorrectable(typed)) return undefined
  const maxErrors = typed.length < MIN_LENGTH_FOR_TWO_ERRORS ? 1 : 2
  let closest: { word: string; accounts: number; errors: number } | undefined
  for (const { word, accounts } of known.slice(0, MAX_KNOWN)) {
    // The user may have typed only a beginning of the word, so the beginning with the fewest errors counts. Beginnings
    // that are longer than the slice have more than `maxErrors` errors.
    const errors = Math.min(...typingErrors(typed, word.slice(0, typed.length + maxErrors)))
    if (errors > maxErrors) continue
    const isCloser = !closest || errors < closest.errors || (errors === closest.errors && accounts > closest.accounts)
    if (isCloser) closest = { word, accounts, errors }
  }
  return closest?.word
}

/**
 * Returns whether a word may be replaced by a similar word. Very short and very long words may not. Words with digits may
 * not, because a similar number means something else.
 */
export const isCorrectable = (typed: string) =>
  typed.length >= MIN_LENGTH && typed.length <= MAX_LENGTH && !/\d/.test(typed)

/**
 * Counts the letters to insert, remove, replace or swap in `typed` (optimal string alignment).
 *
 * @returns the count for each beginning of `word`, from the empty text to the whole word
 */
export function typingErrors(typed: string, word: string): number[] {
  let twoAbove: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let index = 1; index <= typed.length; index++) {
    const above = row
    row = [index]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[index - 1] === word[column - 1]
      const isSwapped =
        index > 1 && column > 1 && typed[index - 1] === word[column - 2] && typed[index - 2] === word[column - 1]
      const fewest = Math.min(above[column]! + 1, row[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1))
      row[column] = isSwapped ? Math.min(fewest, twoAbove[column - 2]! + 1) : fewest
    }
    twoAbove = above
  }
  return row
}
