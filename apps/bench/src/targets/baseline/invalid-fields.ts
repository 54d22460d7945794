import { ACCOUNT_FIELDS, findBodyFaults } from '@partner-accounts/rules'

/** Returns the dotted names of all invalid fields of a body. */
export const invalidFields = (body: Record<string, unknown>): string[] => [
  ...findBodyFaults(ACCOUNT_FIELDS, body).keys(),
]
