import { describePortal } from './browser.ts'
import { testActivation } from './activation.ts'
import { testPasswords } from './passwords.ts'
import { testPresses } from './presses.ts'
import { testSecondFactor } from './second-factor.ts'
import { testSignIn } from './sign-in.ts'
import { testSignedIn } from './signed-in.ts'
import { testTeam } from './team.ts'

// One service and one browser for all tests.
describePortal('In the portal,', {}, (portal) => {
  testActivation(portal)
  testPasswords(portal)
  testPresses(portal)
  testSecondFactor(portal)
  testSignIn(portal)
  testSignedIn(portal)
  testTeam(portal)
})
