import { normalizeEmail } from '@partner-accounts/core'

/** Returns an e-mail in the form in which it is unique. Every e-mail that the service stores is ASCII. */
export const emailKeyOf = (email: string): string => normalizeEmail(email) ?? email
