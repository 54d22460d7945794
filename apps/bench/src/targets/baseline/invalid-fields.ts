import { ACCOUNT_FIELDS, findBodyErrors } from '@partner-accounts/rules'

export const invalidFields = (body: Record<string, unknown>): string[] => [
  ...findBodyErrors(ACCOUNT_FIELDS, body).keys(),
]
