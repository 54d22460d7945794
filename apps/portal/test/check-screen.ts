import { fileURLToPath } from 'node:url'
import { findPageProblems, saveScreenshot } from '@partner-accounts/local-servers/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Folder for the screenshots that people review before a release. It is not in git. */
const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url))

/** Checks the accessibility and width of a page, and saves a screenshot if the environment has SCREENSHOTS. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await saveScreenshot(page, `${FOLDER}${name}.png`)
  await checkAccessibility(page)
}

/**
 * Checks the accessibility and width of a page.
 *
 * @param rules axe's names of rules. Default: all
 */
export async function checkAccessibility(page: Page, rules?: string[]): Promise<void> {
  expect(await findPageProblems(page, rules)).toEqual([])
}
