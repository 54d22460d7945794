// Also for browsers: no Node.js modules.
export { ACCOUNT_IDENTIFIER_PATTERN, readTaxId } from './accounts/account-identifier.ts'
export { isEventType } from './events/event-types.ts'
export { isTestUserEmail } from './identity/email.ts'
export { STATES } from './accounts/unit.ts'
export type { Permission } from './identity/permissions.ts'
export { LIMITS } from './limits.ts'
export { isLongerThan, isStorableText } from './text.ts'
