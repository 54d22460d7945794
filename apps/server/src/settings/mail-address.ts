import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'

export interface MailSender {
  name: string
  address: string
  /** The domain in ASCII: `xn--so-sia.example` for `são.example`. */
  host: string
}

/** Matches `name@host` without quotes, comments and lists, which could contain other addresses. */
const PLAIN_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@([^\s\p{Cc}<>()[\]\\,;:"@]+)$/u

export const isPlainAddress = (address: string): boolean => PLAIN_ADDRESS.test(address)

/**
 * Matches the labels of a host. The last label must not be a number, because the host would be an IP address.
 * `localhost` is allowed for mail catchers.
 */
const MAIL_HOST = /^(localhost|([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?)$/i
/** Matches a dot at the beginning or end of the local part, or two dots in a row. */
const UNUSABLE_LOCAL_PART = /^\.|\.\.|\.@/

/** Parses `name@host` or `Name <name@host>`. Returns `undefined` for anything else. */
export function parseMailSender(from: string): MailSender | undefined {
  const [sender, ...others] = addressparser(from, { flatten: true })
  const address = sender?.address ?? ''
  const writtenHost = PLAIN_ADDRESS.exec(address)?.[1] ?? ''
  const host = domainToASCII(writtenHost)
  const isPlain = from.trim() === address || from.trim().endsWith(`<${address}>`)
  if (!sender || others.length > 0 || !isPlain || /\p{Cc}/u.test(from)) return undefined
  // `domainToASCII` drops what follows a slash, question mark or hash.
  if (!MAIL_HOST.test(host) || /[/?#]/.test(writtenHost) || UNUSABLE_LOCAL_PART.test(address)) return undefined
  return { name: sender.name, address, host }
}
