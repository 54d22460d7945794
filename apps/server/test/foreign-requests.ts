/** Headers of requests whose session cookie the service must ignore. An empty value leaves the header out. */
export const FOREIGN_REQUESTS: [name: string, headers: Record<string, string>][] = [
  ['without X-Session', { 'x-session': '' }],
  ['with the X-Session of the console', { 'x-session': 'console' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another origin of the site', { 'sec-fetch-site': 'same-site' }],
  ['with the Origin of another site', { origin: 'https://stranger.example' }],
  ['with the Origin of a sandboxed page', { origin: 'null' }],
  ['from the address bar', { 'sec-fetch-site': 'none' }],
  ['for another user', { 'x-session-user': 'f'.repeat(24) }],
  ['with an invalid token', { authorization: 'Bearer eyJ' }],
]
