import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Outside git: looked at by people before a release. */
const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url))
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Takes a picture of a page, and sees to it that everyone can use it, on as narrow a screen as it has. */
export async function judge(page: Page, picture: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await keepPicture(page, picture)
  expect(await accessibilityFaults(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0)
}

/** With the window as tall as the page, so that what keeps its place in the window stands where it belongs. */
async function keepPicture(page: Page, picture: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  await page.screenshot({ path: `${FOLDER}${picture}.png` })
  await page.setViewportSize(size)
}

/** WCAG 2.2 AA, as far as a program can tell: what is wrong, and where. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which no policy of the page holds back.
  await page.evaluate(AXE)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, { runOnly: rules })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, RULES)
}
