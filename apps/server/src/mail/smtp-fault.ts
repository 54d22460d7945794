import type { NodemailerError } from 'nodemailer'
import { faultCode } from '../logging/fault-code.ts'
import { DeliveryError } from './delivery-error.ts'

/** Answers to these commands are about this mail; answers to others about how the service talks to the server. */
const COMMANDS_OF_THE_MAIL = ['RCPT TO', 'DATA']

/** 503: the session went wrong. 530: the server wants a sign-in or TLS first. Neither is about the mail. */
const ABOUT_THE_SESSION = [503, 530]

/** Keeps codes alone: servers repeat addresses in what they answer. */
export function smtpFault(error: unknown): DeliveryError {
  const { code, originalCode, command = '', response = '', responseCode } = error as SmtpError
  if (responseCode) {
    const enhancedCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
    const reason = ['SMTP', responseCode, enhancedCode, command && `at ${command}`].filter(Boolean).join(' ')
    const permanent =
      responseCode >= 500 && COMMANDS_OF_THE_MAIL.includes(command) && !ABOUT_THE_SESSION.includes(responseCode)
    return new DeliveryError(reason, permanent)
  }
  // Not even sent: the address is one that SMTP cannot carry.
  if (code === 'EENVELOPE') return new DeliveryError('invalid recipient', true)
  if (code === 'EABORT') return new DeliveryError('ETIMEDOUT', false)
  return new DeliveryError(originalCode ?? faultCode(error), false)
}

type SmtpError = NodemailerError & { originalCode?: string }
