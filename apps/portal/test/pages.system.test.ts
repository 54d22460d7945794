import { describePortal } from './browser.ts'
import { testAccounts } from './accounts.ts'
import { testReference } from './reference.ts'
import { testScreens } from './screens.ts'
import { testTestMode } from './test-mode.ts'
import { testWebhooks } from './webhooks.ts'

// One service and one browser for all tests.
describePortal('In the portal,', {}, (portal) => {
  testAccounts(portal)
  testReference(portal)
  testScreens(portal)
  testTestMode(portal)
  testWebhooks(portal)
})
