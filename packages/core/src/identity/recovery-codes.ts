import { randomInt } from 'node:crypto'
import { sha256 } from '../secrets/secrets.ts'

const CODES = 10
/** 5 bits per character; none look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Returns codes of 79 random bits: an unsalted hash suffices. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newCode)

/** Ignores case and separators. */
export const hashRecoveryCode = (code: string): string =>
  sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, '')).toString('hex')

const newCode = () =>
  Array.from({ length: LENGTH }, (_, index) => (index > 0 && index % 4 === 0 ? '-' : '') + randomCharacter()).join('')

const randomCharacter = () => ALPHABET.charAt(randomInt(ALPHABET.length))
