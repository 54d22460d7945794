// The entry point for code that also runs in browsers: nothing here may import a Node.js module.
export { ACCOUNT_IDENTIFIER_PATTERN, readTaxId } from './accounts/account-identifier.ts'
export { isEventType } from './events/event-types.ts'
export { isTestUserEmail } from './identity/email.ts'
export { STATES } from './accounts/unit.ts'
export type { Permission } from './identity/permissions.ts'
export { LIMITS } from './limits.ts'
export { isLongerThan, isStorableText } from './text.ts'
