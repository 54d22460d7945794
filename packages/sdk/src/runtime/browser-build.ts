/** `true` in the build for browsers, which therefore contains no code for connection errors of other runtimes. */
export const IS_BROWSER_BUILD = false as boolean
