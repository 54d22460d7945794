import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { OtherBrowser, PageElement, WebPage } from './web-page.ts'

/** The part of `puppeteer-core` that is used here. Its types are absent, because only tools/ installs it. */
interface Puppeteer {
  launch(options: Record<string, unknown>): Promise<{ newPage(): Promise<PuppeteerPage>; close(): Promise<unknown> }>
}
interface PuppeteerPage {
  goto(url: string): Promise<unknown>
  setViewport(size: { width: number; height: number }): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  evaluateHandle(expression: string): Promise<{ asElement(): PuppeteerElement | null }>
  screenshot(): Promise<Uint8Array>
}
interface PuppeteerElement {
  click(): Promise<unknown>
  type(text: string): Promise<unknown>
  uploadFile(path: string): Promise<unknown>
}

const PROGRAM = '/usr/bin/firefox-esr'
const TOOLS = fileURLToPath(new URL('../../../tools/', import.meta.url))

/** Debian's Firefox ESR, driven over WebDriver BiDi. */
export const FIREFOX: OtherBrowser = {
  name: 'Firefox',
  requires: 'firefox-esr and puppeteer-core in tools',
  open: canOpen() ? openFirefox : undefined,
}

function canOpen(): boolean {
  try {
    createRequire(TOOLS).resolve('puppeteer-core')
    return existsSync(PROGRAM)
  } catch {
    return false
  }
}

async function openFirefox(): Promise<WebPage> {
  const { default: puppeteer } = (await import(createRequire(TOOLS).resolve('puppeteer-core'))) as {
    default: Puppeteer
  }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    extraPrefsFirefox: { 'intl.accept_languages': 'pt-BR' },
  })
  const page = await browser.newPage()
  return {
    goto: (url) => page.goto(url),
    resize: (size) => page.setViewport(size),
    evaluate: (expression) => page.evaluate(expression),
    async element(expression) {
      const element = (await page.evaluateHandle(expression)).asElement()
      return element ? pageElement(element) : undefined
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

const pageElement = (element: PuppeteerElement): PageElement => ({
  click: () => element.click(),
  type: (text) => element.type(text),
  chooseFile: (path) => element.uploadFile(path),
})
