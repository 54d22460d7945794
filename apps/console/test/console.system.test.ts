import { describeConsole } from './browser.ts'
import { testChanges } from './changes.ts'
import { testDailyQuestions } from './daily-questions.ts'
import { testLists } from './lists.ts'
import { testOperators } from './operators.ts'
import { testPresses } from './presses.ts'
import { testScreens } from './screens.ts'
import { testSecurity } from './security.ts'
import { testSessions } from './session.ts'
import { testWebhooks } from './webhooks.ts'

// One service with many records, and one browser, for all tests.
describeConsole('The console', (getConsole) => {
  testSessions(getConsole)
  testSecurity(getConsole)
  testDailyQuestions(getConsole)
  testLists(getConsole)
  testChanges(getConsole)
  testOperators(getConsole)
  testPresses(getConsole)
  testWebhooks(getConsole)
  testScreens(getConsole)
})
