import type { NodemailerError } from 'nodemailer'
import { errorCode } from '../logging/error-code.ts'
import { DeliveryError } from './delivery-error.ts'

/** Their rejection concerns the mail, others the session. */
const MAIL_COMMANDS = ['RCPT TO', 'DATA']

/** 503: bad sequence of commands. 530: authentication or TLS required. */
const SESSION_CODES = [503, 530]

/** Keeps only codes: servers repeat addresses in responses. */
export function toSmtpDeliveryError(error: unknown): DeliveryError {
  const { code, originalCode, command = '', response = '', responseCode } = error as SmtpError
  if (responseCode) {
    const enhancedCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
    const reason = ['SMTP', responseCode, enhancedCode, command && `at ${command}`].filter(Boolean).join(' ')
    const permanent = responseCode >= 500 && MAIL_COMMANDS.includes(command) && !SESSION_CODES.includes(responseCode)
    return new DeliveryError(reason, permanent)
  }
  // SMTP cannot transport the address.
  if (code === 'EENVELOPE') return new DeliveryError('invalid recipient', true)
  if (code === 'EABORT') return new DeliveryError('ETIMEDOUT', false)
  return new DeliveryError(originalCode ?? errorCode(error), false)
}

type SmtpError = NodemailerError & { originalCode?: string }
