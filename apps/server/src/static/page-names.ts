import { escapeHtml } from '../http/escape-html.ts'

/** The product's name in the sources of the pages. */
export const BUILT_NAME = 'Partner Accounts'
const BUILT_SDK = '"@partner-accounts/sdk"'
const BUILT_SUPPORT = '"support-url"'

/** Settings that pages contain. */
export interface PageNames {
  productName: string
  /** What partners pass to `npm install`. */
  sdkName: string
  supportUrl: string | undefined
}

export const insertNames = (html: string, { productName, sdkName, supportUrl = '' }: PageNames): string =>
  html
    .replaceAll(BUILT_NAME, () => escapeHtml(productName))
    .replaceAll(BUILT_SDK, () => JSON.stringify(escapeHtml(sdkName)))
    .replaceAll(BUILT_SUPPORT, () => JSON.stringify(escapeHtml(supportUrl)))
