import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'

export interface MailSender {
  name: string
  address: string
  /** In ASCII. */
  host: string
}

/** Excludes quoting, comments and lists, which could contain other addresses. */
const PLAIN_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@([^\s\p{Cc}<>()[\]\\,;:"@]+)$/u

export const isPlainAddress = (address: string): boolean => PLAIN_ADDRESS.test(address)

/** Labels of a host, of which the last one is no number. `localhost` is that of mail catchers. */
const MAIL_HOST = /^(localhost|([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?)$/i
const UNUSABLE_LOCAL_PART = /^\.|\.\.|\.@/

/** Parses `name@host` or `Name <name@host>`. Returns `undefined` for anything else. */
export function parseMailSender(from: string): MailSender | undefined {
  const [sender, ...others] = addressparser(from, { flatten: true })
  const address = sender?.address ?? ''
  const writtenHost = PLAIN_ADDRESS.exec(address)?.[1] ?? ''
  const host = domainToASCII(writtenHost)
  const isPlain = from.trim() === address || from.trim().endsWith(`<${address}>`)
  if (!sender || others.length > 0 || !isPlain || /\p{Cc}/u.test(from)) return undefined
  if (!MAIL_HOST.test(host) || /[/?#]/.test(writtenHost) || UNUSABLE_LOCAL_PART.test(address)) return undefined
  return { name: sender.name, address, host }
}
