import { expect, it } from 'vitest'
import { clientNetwork, createProxyTrust } from './client-address.ts'

it('a proxy is trusted by its address, with or without a port, or by its network', () => {
  const trusts = createProxyTrust(['10.0.0.0/8', '2001:db8::1', '192.0.2.7'])
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '10.1.2.3:443',
    '[2001:db8::1]:443',
    '2001:db8::1',
    '192.0.2.7',
  ])
    expect(trusts(address), address).toBe(true)
  for (const address of ['11.0.0.1', '2001:db8::2', '192.0.2.8', 'unknown', '', '10.1.2', '[10.1.2.3]'])
    expect(trusts(address), address).toBe(false)
})

it('a proxy is trusted by an IPv4 network that is written as IPv6', () => {
  const trusts = createProxyTrust(['::ffff:10.0.0.0/104', '::/0'])
  expect(trusts('10.1.2.3')).toBe(true)
  expect(trusts('11.0.0.1')).toBe(false)
  expect(trusts('2001:db8::1')).toBe(true)
})

it('clientNetwork returns the /64 network of an IPv6 address, and the address of the connection for an invalid one', () => {
  const networkOf = (ip: string, remoteAddress?: string) => clientNetwork({ ip, socket: { remoteAddress } as never })
  expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64')
  expect(networkOf('unknown', '192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('unknown')).toBe('0.0.0.0')
})
