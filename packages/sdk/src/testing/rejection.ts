import { type Locale, PARTNER_ERRORS, type PartnerErrorKind, type LocalizedText } from '@partner-accounts/rules'

const UNAVAILABLE_FOR_SECONDS = 5

export type FieldErrors = Readonly<Record<string, readonly LocalizedText[]>>

export class Rejection extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly #reason: PartnerErrorKind | FieldErrors

  /** @param reason invalid fields, or the name of an error */
  constructor(reason: PartnerErrorKind | FieldErrors, retryAfterSeconds?: number) {
    super(typeof reason === 'string' ? reason : 'invalid-fields')
    this.#reason = reason
    this.status = typeof reason === 'string' ? PARTNER_ERRORS[reason].status : 422
    this.retryAfterSeconds = retryAfterSeconds ?? (this.status === 503 ? UNAVAILABLE_FOR_SECONDS : undefined)
  }

  toBody(locale: Locale, requestId: string): { _status: string; _code?: number; _error: object } {
    const reason = this.#reason
    if (typeof reason !== 'string') {
      const messages = Object.entries(reason).map(([field, errors]) => [field, errors.map((text) => text[locale])])
      return { _status: 'ERR', _error: { code: this.status, message: Object.fromEntries(messages) as object } }
    }
    const { status, code, message, uiMessage } = PARTNER_ERRORS[reason]
    const traced = status >= 500 ? `${message} Request id: ${requestId}.` : message
    return { _status: 'ERR', _code: code, _error: { code: status, message: traced, ui_message: uiMessage[locale] } }
  }
}
