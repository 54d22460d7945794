import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PageElement, WebPage } from './web-page.ts'

const POLL_INTERVAL_MS = 50
/** Generous: other tests run at the same time. */
const TIMEOUT_MS = 60_000
/** How long scripts may take to place menus again after the size of the text has changed. */
const LAYER_TIMEOUT_MS = 2000

/** Functions for expressions that run in the page. */
const IN_PAGE = `
  const isUsable = (element) =>
    element.getClientRects().length > 0 && !element.disabled && !element.closest('[inert], [aria-hidden=true], [aria-disabled=true]')
  const textOf = (element) => element.textContent.replace(/\\s+/g, ' ').trim()
  const namesOf = (element) => [element.getAttribute('aria-label'), ...[...(element.labels ?? [])].map(textOf), textOf(element)]
  // Centered, because bars may cover the edges of the window.
  const scrolledPlace = (element) => {
    if (!element) return null
    element.scrollIntoView({ block: 'center' })
    return JSON.stringify(element.getBoundingClientRect())
  }
  const find = (selector, name) => {
    const usable = [...document.querySelectorAll(selector)].filter(isUsable)
    const called = (matches) => usable.find((element) => namesOf(element).some(matches))
    return called((text) => text === name) ?? called((text) => text?.startsWith(name)) ?? null
  }`

const inPage = (expression: string) => `(() => { ${IN_PAGE}; return ${expression} })()`

/**
 * Uses a page as a person does: finds fields by their labels, buttons and links by their texts, and waits for them. The
 * beginning of a text suffices if no element has exactly this text.
 */
export class Visitor {
  readonly page: WebPage

  constructor(page: WebPage) {
    this.page = page
  }

  /** Types into a field. Typing into a select chooses the option that begins with the text. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.#find('input, select, textarea', label)
    await field.type(text)
  }

  /** Presses a button, a link, a summary or the label of a check box. */
  async press(name: string): Promise<void> {
    const element = await this.#find('button, a, label, summary', name)
    await element.click()
  }

  /** Chooses a file on a page that has one input for files. */
  async chooseFile(file: string): Promise<void> {
    const input = await this.#until(`document.querySelector('input[type=file]')`, 'an input for files')
    await input.chooseFile(file)
  }

  /** Waits until the page shows a text. */
  async see(text: string): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    while (!(await this.page.evaluate(`document.body.innerText.includes(${JSON.stringify(text)})`))) {
      if (Date.now() > deadline) throw new Error(`"${text}" did not appear:\n${await this.#pageText()}`)
      await wait(POLL_INTERVAL_MS)
    }
  }

  /** Returns the text in a field. */
  async textIn(label: string): Promise<unknown> {
    await this.#find('input, select, textarea', label)
    return this.page.evaluate(inPage(`find('input, select, textarea', ${JSON.stringify(label)}).value`))
  }

  /** Returns by how many pixels the page is wider than its window, normally and with text twice as large. */
  async overflow(): Promise<{ normal: number; largeText: number }> {
    const normal = await this.#measureOverflow()
    const deadline = Date.now() + LAYER_TIMEOUT_MS
    let largeText = await this.#measureOverflowWithLargeText()
    while (largeText !== 0 && Date.now() < deadline) {
      // Enlarges the text again, because WebKit may report the width of an earlier layout.
      largeText = await this.#measureOverflowWithLargeText()
    }
    return { normal, largeText }
  }

  /** Saves a picture of the window. */
  async savePicture(file: string): Promise<void> {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, await this.page.screenshot())
  }

  /** Waits for an element, scrolls to it, and waits until it has stopped moving. */
  async #find(selector: string, name: string): Promise<PageElement> {
    const found = `find(${JSON.stringify(selector)}, ${JSON.stringify(name)})`
    const place = () => this.page.evaluate(inPage(`scrolledPlace(${found})`))
    let last: unknown
    for (;;) {
      const element = await this.#until(inPage(found), `"${name}"`)
      const current = await place()
      if (current !== null && current === last) return element
      last = current
      await wait(POLL_INTERVAL_MS)
    }
  }

  async #until(expression: string, name: string): Promise<PageElement> {
    const deadline = Date.now() + TIMEOUT_MS
    for (;;) {
      const element = await this.page.element(expression)
      if (element) return element
      if (Date.now() > deadline) throw new Error(`${name} did not appear:\n${await this.#pageText()}`)
      await wait(POLL_INTERVAL_MS)
    }
  }

  async #measureOverflowWithLargeText(): Promise<number> {
    await this.page.evaluate("document.documentElement.style.fontSize = '200%'")
    // Scripts place open menus again.
    await wait(POLL_INTERVAL_MS)
    const width = await this.#measureOverflow()
    await this.page.evaluate("document.documentElement.style.fontSize = ''")
    return width
  }

  async #measureOverflow(): Promise<number> {
    const width = await this.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    return Number(width)
  }

  async #pageText(): Promise<string> {
    return String(await this.page.evaluate('document.body.innerText'))
  }
}
