import { ACCOUNT_FIELDS, findBodyErrors } from '@partner-accounts/rules'

/** Returns the dotted names of all invalid fields of a body. */
export const invalidFields = (body: Record<string, unknown>): string[] => [
  ...findBodyErrors(ACCOUNT_FIELDS, body).keys(),
]
