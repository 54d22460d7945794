/**
 * Whether PostgreSQL can keep the text as it is: it stores neither U+0000 nor half a
 * surrogate pair.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Length in Unicode code points: what a person, JSON Schema and varchar(n) count as characters. */
export const characterCount = (text: string): number => Array.from(text).length
