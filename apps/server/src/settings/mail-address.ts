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

/** Parses `name@host` or `Name <name@host>`. Returns `undefined` for anything else. */
export function parseMailSender(from: string): MailSender | undefined {
  const [sender, ...others] = addressparser(from, { flatten: true })
  const host = domainToASCII(PLAIN_ADDRESS.exec(sender?.address ?? '')?.[1] ?? '')
  if (!sender || host === '' || others.length > 0 || /\p{Cc}/u.test(from)) return undefined
  return { name: sender.name, address: sender.address, host }
}
