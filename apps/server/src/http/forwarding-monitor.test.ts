import { expect, it } from 'vitest'
import { ForwardingMonitor } from './forwarding-monitor.ts'

type Request = Parameters<ForwardingMonitor['observe']>[0]

const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string>, ip = '203.0.113.7') =>
  ({ headers, ip, socket: { remoteAddress } }) as unknown as Request

/** Observes each request twice. Returns the monitor and what it logged. */
function observe(trustedProxies: readonly string[], ...requests: Request[]) {
  const logged: unknown[] = []
  const monitor = new ForwardingMonitor({ warn: (...entry: unknown[]) => void logged.push(entry) }, trustedProxies)
  for (const request of [...requests, ...requests]) monitor.observe(request)
  return { logged, monitor }
}

const PROXY = '10.0.0.1'

it.each([
  [
    'without TRUSTED_PROXIES',
    [],
    requestFrom(PROXY, { forwarded: 'for=203.0.113.7' }),
    { header: 'forwarded', proxy: PROXY },
    'requests are forwarded, but TRUSTED_PROXIES is unset: all clients of a proxy count as one (reported once)',
  ],
  [
    'by a proxy that is not listed',
    ['10.9.9.9'],
    requestFrom(PROXY, { 'x-forwarded-for': '203.0.113.7' }),
    { header: 'x-forwarded-for', proxy: PROXY },
    'requests are forwarded from an address that TRUSTED_PROXIES does not contain: if it is a proxy, all its clients count as one (reported once)',
  ],
  [
    'with another header',
    [PROXY],
    requestFrom(PROXY, { 'x-real-ip': '203.0.113.7' }),
    { header: 'x-real-ip', proxy: PROXY },
    'a trusted proxy forwards no X-Forwarded-For, the only header that is read: all its clients count as the proxy (reported once)',
  ],
  [
    'with an address that cannot be read',
    [PROXY],
    requestFrom(PROXY, { 'x-forwarded-for': 'x' }, 'x'.repeat(61)),
    { forwarded: 'x'.repeat(60) },
    'a trusted proxy forwards a client address that cannot be read: such clients count as the proxy (reported once)',
  ],
])('requests that are forwarded %s are reported once', (_case, trustedProxies, request, details, message) => {
  const { logged } = observe(trustedProxies, request)
  expect(logged).toEqual([[details, message]])
})

it('hasUntrustedForwarding is true after a forwarded request only if TRUSTED_PROXIES is unset', () => {
  const forwarded = requestFrom(PROXY, { 'x-forwarded-for': '203.0.113.7' })
  expect(observe([]).monitor.hasUntrustedForwarding).toBe(false)
  expect(observe([], forwarded).monitor.hasUntrustedForwarding).toBe(true)
  expect(observe(['10.9.9.9'], forwarded).monitor.hasUntrustedForwarding).toBe(false)
})

it('requests of trusted proxies, in-process calls and direct requests are not reported', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  const { logged } = observe(
    [PROXY],
    requestFrom(PROXY, forwarded),
    requestFrom(undefined, forwarded),
    requestFrom(PROXY, {}),
  )
  expect(logged).toEqual([])
})
