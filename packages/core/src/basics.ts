// The parts of the domain that also run in browsers: no Node.js modules.
export { ACCOUNT_IDENTIFIER_PATTERN, readTaxId } from './accounts/account-identifier.ts'
export { LIMITS } from './limits.ts'
export { isLongerThan, isStorableText } from './text.ts'
export { STATES } from './units/unit.ts'
