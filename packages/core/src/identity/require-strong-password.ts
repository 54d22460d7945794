import { DomainError } from '../errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

export interface PasswordOwner {
  email: string
  name: string
}

/** Minimum length of the owner's words. Shorter words also occur in unrelated passwords. */
const MIN_WORD_LENGTH = 3
/** Minimum number of letters besides the words of the owner's e-mail and name. */
const MIN_OTHER_LETTERS = 6

/**
 * Rejects common passwords, repetitions, and those made of the owner's e-mail or name (NIST SP 800-63B, 5.1.1.2). The
 * input schemas check the length.
 *
 * @throws `password-too-common`
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const lower = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lower) || isRepetition(lower) || isMadeOf(wordsOf(owner), withoutAccents(lower))) {
    throw new DomainError('password-too-common')
  }
}

/**
 * Returns whether a text repeats a shorter text. Only then does `text + text` also contain the text between its start and
 * its middle: `abababab` contains `abab` at index 2.
 */
const isRepetition = (text: string): boolean => (text + text).indexOf(text, 1) < text.length

/**
 * Returns the words of e-mail and name. Splits them twice: at `@` and white space, and at everything but letters.
 * `ana.souza2@…` has the words `ana.souza2`, `ana` and `souza`.
 */
const wordsOf = ({ email, name }: PasswordOwner): string[] =>
  [/[@\s]+/, /[^\p{L}]+/u]
    .flatMap((separator) => withoutAccents(`${email} ${name}`.toLowerCase()).split(separator))
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    // The longest come first, because a word may contain another.
    .sort((one, other) => other.length - one.length)

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Returns whether a password contains any of the words, and few letters besides. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), password)
  return rest !== password && rest.replaceAll(/[^\p{L}]/gu, '').length < MIN_OTHER_LETTERS
}
