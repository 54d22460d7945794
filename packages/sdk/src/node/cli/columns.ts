import { ACCOUNT_FIELD_PATHS } from '@partner-accounts/rules'
import { CommandError } from './settings.ts'

/** @throws CommandError that names every unknown column and the nearest known one */
export function checkColumns(file: string, columns: readonly string[]): void {
  const known: readonly string[] = ACCOUNT_FIELD_PATHS
  const unknown = columns.filter((column) => !known.includes(column))
  if (unknown.length === 0) return
  const described = unknown.map((column) => `"${column}" (${nearest(column)}?)`)
  throw new CommandError(`${file} has unknown columns: ${described.join(', ')}. Nothing was sent.`)
}

/** Returns the known column that is most similar to an unknown one, by its whole path or by the last part of the path. */
function nearest(column: string): string {
  const distances = ACCOUNT_FIELD_PATHS.map((known) => {
    const ofLastParts = distance(lastPartOf(column), lastPartOf(known))
    return { known, distance: Math.min(distance(column, known), ofLastParts) }
  })
  distances.sort((one, other) => one.distance - other.distance)
  return distances[0]!.known
}

const lastPartOf = (column: string): string => column.split('.').at(-1) ?? ''

/** Returns the Levenshtein distance: the fewest insertions, deletions and replacements of characters. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, character] of [...one.toLowerCase()].entries()) {
    const current = [row + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = other[column - 1] === character
      const replaced = previous[column - 1]! + (isSame ? 0 : 1)
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous.at(-1)!
}
