/**
 * `true` in the build for browsers. It contains no code for connection errors and signals of other runtimes, and does not
 * spread thousands of calls over turns of the event loop, as servers require.
 */
export const IS_BROWSER_BUILD = false as boolean
