/** Returns whether PostgreSQL can store the text. It stores neither U+0000 nor lone surrogates. */
export const isStorableText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** Returns the length in Unicode code points: what people, JSON Schema and `varchar(n)` count as characters. */
export const characterCount = (text: string): number => Array.from(text).length

/** Returns whether the text has more than `max` characters. Counts them only when `text.length` does not decide. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || characterCount(text) > max)
