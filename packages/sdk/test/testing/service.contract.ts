import { ACCOUNT_SCENARIOS } from './accounts.scenarios.ts'
import { EVENT_SCENARIOS } from './events.scenarios.ts'
import { REQUEST_SCENARIOS } from './requests.scenarios.ts'
import { RIGHTS_SCENARIOS } from './rights.scenarios.ts'
import { SIGN_IN_SCENARIOS } from './sign-in.scenarios.ts'

export { LIMITED_SCENARIOS } from './rate-limit.scenarios.ts'
export { outcomeOf, type Scenario } from './scenario.ts'

/** Scenarios for all routes, without those that require a low rate limit. */
export const SCENARIOS = {
  ...SIGN_IN_SCENARIOS,
  ...ACCOUNT_SCENARIOS,
  ...EVENT_SCENARIOS,
  ...RIGHTS_SCENARIOS,
  ...REQUEST_SCENARIOS,
}
