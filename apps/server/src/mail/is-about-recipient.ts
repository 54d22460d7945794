/** An SMTP server's rejection of a mail to one recipient. */
export interface SmtpRejection {
  responseCode: number
  /** The enhanced status code (RFC 3463). */
  enhancedCode: string | undefined
  command: string
  response: string
}

/** The address does not exist, has moved, is disabled, or its domain receives no mail (RFC 3463, RFC 7505). */
const RECIPIENT_CODES = ['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1']

/** Codes that state no reason. Postfix uses 5.1.0 for rejected senders, too. */
const UNSPECIFIC_CODES = ['5.0.0', '5.1.0', '5.5.0']

/** The domain receives no mail (RFC 7504). */
const DOMAIN_RECEIVES_NO_MAIL = 556

/** Matches texts such as `No such user` and `Recipient address unknown`. */
const NO_SUCH_RECIPIENT =
  /\b(no such|unknown|invalid|unrouteable) (user|mailbox|recipient|address)\b|\b(user|mailbox|recipient|address) (is )?(unknown|unavailable|invalid|not found|does not exist|doesn't exist)\b/i

/**
 * Returns whether a permanent rejection (5xx) concerns the recipient, so that the mail can never be delivered. Other
 * rejections concern the sender, a quota, relaying or a policy, all of which operators can correct.
 */
export function isAboutRecipient({ responseCode, enhancedCode, command, response }: SmtpRejection): boolean {
  if (responseCode < 500) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  if (enhancedCode !== undefined && RECIPIENT_CODES.includes(enhancedCode)) return true
  // Some servers check recipients only after DATA. There, only an enhanced code proves that the recipient is the reason.
  if (command === 'DATA') return false
  if (enhancedCode !== undefined && !UNSPECIFIC_CODES.includes(enhancedCode)) return false
  if (responseCode === DOMAIN_RECEIVES_NO_MAIL) return true
  if (!NO_SUCH_RECIPIENT.test(response)) return false
  // Many servers reject senders at RCPT TO. The response may repeat the recipient's address.
  const withoutAddresses = response.replaceAll(/\S+@\S+/g, '')
  return !/sender/i.test(withoutAddresses)
}
