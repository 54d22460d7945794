import { characterCount, isStorableText, LIMITS } from '@partner-accounts/core'
import type { FieldError } from '../wire/field-errors.ts'
import { string } from '../wire/fields.ts'

const { min, max } = LIMITS.password

/** In UTF-16 code units. The time to normalize thousands of combining characters grows with the square of their number. */
const MAX_LENGTH_TO_NORMALIZE = 4 * max

/** Accepts any characters, including white space. Checks the password in NFKC, the form in which it is hashed. */
export const chosenPassword = string()
  .refine(({ length }) => length <= MAX_LENGTH_TO_NORMALIZE, { error: 'password' satisfies FieldError, abort: true })
  .normalize('NFKC')
  .refine(
    (password) => characterCount(password) >= min && characterCount(password) <= max,
    'password' satisfies FieldError,
  )
  .refine(isStorableText, 'not_storable' satisfies FieldError)
  .meta({ minLength: min, maxLength: max })
