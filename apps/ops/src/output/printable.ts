/**
 * Text as it may go to a terminal: names come from strangers, and what steers a terminal or turns the direction of
 * writing is shown as its code. JSON means the same with the codes.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
