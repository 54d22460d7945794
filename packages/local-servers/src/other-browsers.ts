import { FIREFOX } from './firefox.ts'
import { WEBKIT } from './webkit.ts'

export { Visitor } from './visitor.ts'

/** The engines besides Chromium in which the pages are tested. */
export const OTHER_BROWSERS = [FIREFOX, WEBKIT]
