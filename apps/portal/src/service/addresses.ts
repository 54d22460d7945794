import { SERVICE_URL } from '@partner-accounts/ui'

export const NATIVE_URL = new URL('trpc', SERVICE_URL).href
export const REST_URL = new URL('partners/v1', SERVICE_URL).href
export const REFERENCE_URL = `${REST_URL}/docs`

/** Returns the URL of a mail kept in test mode, for a frame. The mail's Content-Security-Policy permits inline styles. */
export const mailUrl = (accountId: string, mailId: string): string =>
  new URL(`portal/mails/${accountId}/${mailId}`, SERVICE_URL).href

/** Argument of `npm install` that installs the SDK. */
export const SDK_NAME = document.querySelector<HTMLMetaElement>('meta[name=sdk]')?.content ?? ''
