/**
 * Returns a quantile: about this share of the values is smaller.
 *
 * @param values at least one
 * @param share from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the sum; `undefined` if there are no values, or one is missing. */
export function sumIfComplete(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0 || known.length < values.length) return undefined
  return known.reduce((total, value) => total + value)
}
