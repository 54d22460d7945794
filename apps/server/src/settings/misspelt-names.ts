/** Shorter names are close to too many others. */
const MIN_LENGTH = 8
const MAX_DISTANCE = 2

/** Such as `RATE_LIMIT_REQUEST`. */
export const findMisspeltNames = (given: readonly string[], settings: readonly string[]): string[] =>
  given
    .filter((name) => name.length >= MIN_LENGTH && !settings.includes(name))
    .flatMap((name) => {
      const [nearest] = settings
        .filter((setting) => setting.length >= MIN_LENGTH)
        .map((setting) => ({ setting, distance: editDistance(name.toUpperCase(), setting) }))
        .filter(({ distance }) => distance <= MAX_DISTANCE)
        .sort((one, other) => one.distance - other.distance)
      return nearest ? [`${name} is not a setting: did you mean ${nearest.setting}?`] : []
    })

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
