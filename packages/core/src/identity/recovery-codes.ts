import { randomInt } from 'node:crypto'
import { sha256 } from '../secrets/secrets.ts'

const CODE_COUNT = 10
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16
const GROUP_LENGTH = 4

/** Returns codes of 79 random bits, for which an unsalted hash suffices. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODE_COUNT }, newCode)

/** Ignores case and separators. */
export const hashRecoveryCode = (code: string): string =>
  sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, '')).toString('hex')

const newCode = () => Array.from({ length: LENGTH / GROUP_LENGTH }, newGroup).join('-')

const newGroup = () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join('')

const randomCharacter = () => ALPHABET.charAt(randomInt(ALPHABET.length))
