/** An element of a page, used as a person uses it. */
export interface PageElement {
  click(): Promise<unknown>
  /** Types on the keyboard. */
  type(text: string): Promise<unknown>
  chooseFile(path: string): Promise<unknown>
}

/** A page in a browser, independent of the browser's driver. Expressions are JavaScript and run in the page. */
export interface WebPage {
  goto(url: string): Promise<unknown>
  resize(size: { width: number; height: number }): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  /** @param expression returns an element, or `null` */
  element(expression: string): Promise<PageElement | undefined>
  /** Returns a picture as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<unknown>
}

/** A browser besides the machine's Chromium. */
export interface OtherBrowser {
  name: string
  /** The programs that drive it, for the names of skipped tests. */
  requires: string
  /** `undefined` if the machine does not have these programs. */
  open: (() => Promise<WebPage>) | undefined
}
