import { escapeHtml } from '../http/escape-html.ts'

/** The product's name in the sources of the pages. */
export const BUILT_NAME = 'Partner Accounts'
const BUILT_SDK = '"@partner-accounts/sdk"'

/** Settings that pages contain. */
export interface PageNames {
  productName: string
  /** What partners pass to `npm install`. */
  sdkName: string
}

export const insertNames = (html: string, { productName, sdkName }: PageNames): string =>
  html
    .replaceAll(BUILT_NAME, () => escapeHtml(productName))
    .replaceAll(BUILT_SDK, () => JSON.stringify(escapeHtml(sdkName)))
