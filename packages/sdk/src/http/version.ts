/** Of this package, as it is in package.json. */
export const VERSION = '0.1.0'
