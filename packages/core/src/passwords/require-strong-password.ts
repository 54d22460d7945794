import { DomainError } from '../errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** The person who chooses the password. */
export interface PasswordOwner {
  email: string
  name: string
}

/** Words of an e-mail or a name that are shorter say too little to be guessed from it. */
const MIN_WORD_LENGTH = 3
/** Letters that must be left of a password without the words of its owner's e-mail and name. */
const MIN_OTHER_LETTERS = 6

/**
 * Rejects the passwords that attackers try first (NIST SP 800-63B, 5.1.1.2): common ones, a text repeated, and ones made
 * of the owner's e-mail or name. Case makes no difference. The length is checked with the input.
 *
 * @throws DomainError `password-too-common`
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const lower = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lower) || isRepetition(lower) || isMadeOf(wordsOf(owner), lower)) {
    throw new DomainError('password-too-common')
  }
}

/** Whether the text is a shorter one several times over: it then occurs in itself again, before its own end. */
const isRepetition = (text: string): boolean => (text + text).indexOf(text, 1) < text.length

/** Parts of an e-mail or a name, also those with digits: `ana.souza2`, `ana`, `souza`. */
const wordsOf = ({ email, name }: PasswordOwner): string[] =>
  [/[@\s]+/, /[^\p{L}]+/u]
    .flatMap((separator) => `${email} ${name}`.toLowerCase().split(separator))
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    // A word may contain another one.
    .sort((one, other) => other.length - one.length)

function isMadeOf(words: readonly string[], password: string): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), password)
  return rest !== password && rest.replaceAll(/[^\p{L}]/gu, '').length < MIN_OTHER_LETTERS
}
