/**
 * Escapes text for a terminal. Names come from untrusted sources, so control characters and bidirectional controls are
 * shown as `\uXXXX`, which is also valid in JSON strings.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
