import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Not in git: people review these before a release. */
const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url))
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Takes a screenshot of a page and checks its accessibility and width. */
export async function judge(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await saveScreenshot(page, name)
  await checkAccessibility(page)
}

/** Checks the accessibility and width of a page. */
export async function checkAccessibility(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, 'pixels that overflow sideways').toBeLessThanOrEqual(0)
}

/** Makes the window as tall as the page first, so that fixed elements are at its bottom. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  await page.screenshot({ path: `${FOLDER}${name}.png` })
  await page.setViewportSize(size)
}

/** Returns violations of WCAG 2.2 AA that a program can find, with their elements. */
async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which the page's policy does not restrict.
  await page.evaluate(AXE)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, { runOnly: rules })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, RULES)
}
