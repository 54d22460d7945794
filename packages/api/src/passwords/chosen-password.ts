import { characterCount, isStorableText, LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import type { FieldError } from '../wire/field-errors.ts'
import { wrongType } from '../wire/fields.ts'

const { min, max } = LIMITS.password
const length = (password: string) => characterCount(password)

/** Passwords may contain any characters, including white space. */
export const chosenPassword = z
  .string({ error: wrongType('not_text') })
  .refine((password) => length(password) >= min && length(password) <= max, 'password' satisfies FieldError)
  .refine(isStorableText, 'not_storable' satisfies FieldError)
  .meta({ minLength: min, maxLength: max })
