import { chromium, type ElementHandle } from 'playwright-core'
import { type BrowserProgram, findOldChromium } from './old-chromium.ts'
import type { OtherBrowser, PageElement, WebPage } from './web-page.ts'

const PROGRAM = await findOldChromium()

/** The oldest supported Chromium, which Playwright drives. */
export const CHROMIUM_109: OtherBrowser = {
  name: 'Chromium 109',
  requires: 'Chromium 109 in tools/runtimes',
  open: PROGRAM === undefined ? undefined : () => openChromium(PROGRAM),
}

async function openChromium(program: BrowserProgram): Promise<WebPage> {
  const browser = await chromium.launch(program)
  const page = await browser.newPage({ locale: 'pt-BR' })
  return {
    goto: (url) => page.goto(url),
    resize: (size) => page.setViewportSize(size),
    evaluate: (expression) => page.evaluate(expression),
    async element(expression) {
      const element = (await page.evaluateHandle(expression)).asElement()
      return element ? pageElement(element as ElementHandle<HTMLElement>) : undefined
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}

const pageElement = (element: ElementHandle<HTMLElement>): PageElement => ({
  click: () => element.click(),
  async type(text) {
    const isSelect = await element.evaluate((field) => field instanceof HTMLSelectElement)
    await (isSelect ? element.selectOption(text) : element.type(text))
  },
  chooseFile: (path) => element.setInputFiles(path),
})
