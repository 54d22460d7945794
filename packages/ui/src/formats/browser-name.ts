type Names = readonly (readonly [name: string, pattern: RegExp])[]

// The first match wins, because most browsers also name those that they imitate.
const BROWSERS: Names = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: Names, userAgent: string) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]

/** Returns the browser and the system, such as `Chrome · Windows`. Leaves out what is unknown. */
export function browserName(userAgent: string): string {
  const parts = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)]
  return parts.filter((part) => part !== undefined).join(' · ')
}
