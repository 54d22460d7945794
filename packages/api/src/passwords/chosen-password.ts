import { characterCount, isStorableText, LIMITS } from '@partner-accounts/core'
import type { FieldError } from '../wire/field-errors.ts'
import { string } from '../wire/fields.ts'

const { min, max } = LIMITS.password

/** Accepts any characters, including white space. Checks the password in NFKC, the form in which it is hashed. */
export const chosenPassword = string()
  .normalize('NFKC')
  .refine(
    (password) => characterCount(password) >= min && characterCount(password) <= max,
    'password' satisfies FieldError,
  )
  .refine(isStorableText, 'not_storable' satisfies FieldError)
  .meta({ minLength: min, maxLength: max })
