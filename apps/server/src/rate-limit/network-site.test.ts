import { expect, it } from 'vitest'
import { siteOf } from './network-site.ts'

it.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['203.0.113.7', undefined],
])('siteOf %s returns %s', (network, site) => {
  expect(siteOf(network)).toBe(site)
})
