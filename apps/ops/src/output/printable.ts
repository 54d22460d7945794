/**
 * Escapes control and bidirectional characters: names are untrusted and could manipulate the terminal. `\uXXXX` is also
 * valid in JSON.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
