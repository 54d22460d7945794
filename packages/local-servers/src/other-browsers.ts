import { CHROMIUM_109 } from './chromium-109.ts'
import { FIREFOX } from './firefox.ts'
import { WEBKIT } from './webkit.ts'

export { Visitor } from './visitor.ts'

/** The browsers besides the machine's Chromium in which the pages are tested. */
export const OTHER_BROWSERS = [CHROMIUM_109, FIREFOX, WEBKIT]
