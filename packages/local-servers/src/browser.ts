import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

export { CHROMIUM } from './chromium.ts'
export { type BrowserProgram, findOldChromium } from './old-chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Reports requests to other servers or with inputs in their URL, policy violations, and errors.
 *
 * @param otherOrigin may be opened and is not watched
 */
export function watchPage(page: Page, origin: string, problems: string[], otherOrigin?: string): void {
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    // The browser itself logs rejected and failed requests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('request', (request) => {
    if (otherOrigin !== undefined && page.url().startsWith(`${otherOrigin}/`)) return
    // Proxies log URLs; inputs contain personal data.
    if (/\/trpc\/.*\?/.test(request.url())) problems.push(request.url())
    if (!/^(data|blob):/.test(request.url()) && ![origin, otherOrigin].includes(new URL(request.url()).origin))
      problems.push(request.url())
  })
}

/** Saves a screenshot of the whole page. Enlarges the window to the page's height, so that fixed elements are at the bottom. */
export async function saveScreenshot(page: Page, file: string): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true })
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  await page.screenshot({ path: file })
  await page.setViewportSize(size)
}

/**
 * Measures the Cumulative Layout Shift on a slow network.
 *
 * @param until selector of the element that appears last
 */
export async function measureLayoutShift(page: Page, path: string, until: string): Promise<number> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { shifts })
  })
  const network = await page.context().newCDPSession(page)
  const rates = { downloadThroughput: 400_000, uploadThroughput: 400_000 }
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 100, ...rates })
  await page.goto(path)
  await page.locator(until).first().waitFor()
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  return shifts.reduce((sum, value) => sum + value, 0)
}

/** Returns a promise, and the function that resolves it. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/**
 * Returns violations of WCAG 2.2 AA and sideways overflow.
 *
 * @param rules names of axe's rules or groups
 */
export async function findPageProblems(page: Page, rules = RULES): Promise<string[]> {
  // `evaluate` uses the debugger, which the page's content security policy does not restrict.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    const overflow = document.documentElement.scrollWidth - innerWidth
    return [
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      ),
      ...(overflow > 0 ? [`${overflow} pixels overflow sideways`] : []),
    ]
  }, rules)
}
