/**
 * Control characters, which terminals would execute, except tab, line feed and carriage return; and characters that
 * change the direction of text.
 */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Returns the text with control characters as escapes such as `\u001b`, which JSON reads as the same character. */
export const printable = (text: string): string =>
  text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
