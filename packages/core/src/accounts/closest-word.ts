export interface KnownWord {
  word: string
  accounts: number
}

/** Shorter words resemble too many others. */
const MIN_LENGTH = 4
/** Permits two typing errors instead of one. */
const MIN_LENGTH_FOR_TWO = 6

/** `LIKE` patterns of words between spaces: a typing error leaves the beginning or end intact. */
export function patternsOfSimilar(typed: string): string[] {
  const half = Math.floor(typed.length / 2)
  return isCorrectable(typed) ? [`% ${typed.slice(0, half)}%`, `%${typed.slice(-half)} %`] : []
}

/** Returns the known word with the fewest errors, then the most accounts; `undefined` if none is close. */
export function closestWord(typed: string, known: readonly KnownWord[]): string | undefined {
  if (!isCorrectable(typed)) return undefined
  let closest: { word: string; accounts: number; errors: number } | undefined
  for (const { word, accounts } of known) {
    // Somebody may have typed only the beginning of the word.
    const errors = Math.min(...typingErrors(typed, word))
    if (errors > (typed.length < MIN_LENGTH_FOR_TWO ? 1 : 2)) continue
    const isCloser = !closest || errors < closest.errors || (errors === closest.errors && accounts > closest.accounts)
    if (isCloser) closest = { word, accounts, errors }
  }
  return closest?.word
}

/** Similar numbers are different numbers. */
export const isCorrectable = (typed: string) => typed.length >= MIN_LENGTH && !/\d/.test(typed)

/**
 * Counts letters to insert, remove, replace or swap (optimal string alignment).
 *
 * @returns a count for each beginning of `word`, from the empty one to the whole word: the steps from `typed` to it
 */
export function typingErrors(typed: string, word: string): number[] {
  let previous: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let index = 1; index <= typed.length; index++) {
    const above = row
    row = [index]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[index - 1] === word[column - 1]
      const isSwapped =
        index > 1 && column > 1 && typed[index - 1] === word[column - 2] && typed[index - 2] === word[column - 1]
      row[column] = Math.min(
        above[column]! + 1,
        row[column - 1]! + 1,
        above[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? previous[column - 2]! + 1 : Infinity,
      )
    }
    previous = above
  }
  return row
}
