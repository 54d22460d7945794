import { ACCOUNT_TALKS } from './accounts.talks.ts'
import { REQUEST_TALKS } from './requests.talks.ts'
import { RIGHTS_TALKS } from './rights.talks.ts'
import { SIGN_IN_TALKS } from './sign-in.talks.ts'

export { LIMITED_TALKS } from './rate-limit.talks.ts'
export { outcomeOf, type Talk } from './talk.ts'

/** Every route, with everything that it may meet. */
export const TALKS = { ...SIGN_IN_TALKS, ...ACCOUNT_TALKS, ...RIGHTS_TALKS, ...REQUEST_TALKS }
