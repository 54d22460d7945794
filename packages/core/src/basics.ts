// What the rules of the interface, the portal and the SDK share with the domain: pure, without Node's modules.
export { ACCOUNT_IDENTIFIER_PATTERN } from './accounts/account-identifier.ts'
export { LIMITS } from './limits.ts'
export { isLongerThan, isStorableText } from './text.ts'
export { type State, STATES } from './units/unit.ts'
