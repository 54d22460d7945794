/** Returns whether PostgreSQL can store the text: no U+0000, no lone surrogates. */
export const isStorableText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** Counts Unicode code points, like JSON Schema and `varchar(n)`. */
export const characterCount = (text: string): number => Array.from(text).length

/** Returns whether a text has more than `max` Unicode code points. They are counted only if `text.length` exceeds `max`. */
export const isLongerThan = (text: string, max: number): boolean => text.length > max && characterCount(text) > max

/** Removes white space and invisible characters, such as a byte order mark, at both ends. */
export const trimInvisible = (text: string): string => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
