// Also for browsers: no Node.js modules.
export { ACCOUNT_IDENTIFIER_PATTERN, readTaxId } from './accounts/account-identifier.ts'
export { LIMITS } from './limits.ts'
export { isLongerThan, isStorableText } from './text.ts'
export { STATES } from './units/unit.ts'
