import * as z from 'zod'

/** What precedes the parameters of a URL without a user: hosts and ports, or none, and a path. */
const HOSTS_AND_PATH = /^((\[[^\]]*\]|[^/?#@:[\]]+)(:\d{1,5})?(,[^/?#@]*)?)?(\/[^?#@]*)?$/

/**
 * Returns what to write for a character that ends the user, password or host, or begins an escape: libraries report it
 * as a wrong host, port or address, or not at all.
 */
export function findUnencodedCredentials(url: string): string | undefined {
  const credentials = credentialsOf(url)
  if (credentials === undefined) return undefined
  const { user, password } = credentials
  return findProblem('user', user, url) ?? findProblem('password', password, url)
}

/** Returns what precedes the last `@`. Parameters may contain one, too: `one:5432/accounts?user=ana@one`. */
function credentialsOf(url: string): { user: string; password: string } | undefined {
  const location = /^[a-z][a-z+]*:\/\/(.*)$/is.exec(url)?.[1] ?? ''
  const beforeParameters = location.replace(/\?[\w.-]+=.*$/s, '')
  if (HOSTS_AND_PATH.test(beforeParameters)) return undefined
  const [, text] = /^(.*)@/s.exec(beforeParameters) ?? /^(.*)@/s.exec(location) ?? []
  if (text === undefined) return undefined
  const [user = ''] = text.split(':', 1)
  return { user, password: text.slice(user.length + 1) }
}

function findProblem(name: string, text: string, url: string): string | undefined {
  // In URLs of HTTP, a backslash is a slash.
  const ending = url.startsWith('http') ? /[#/?\\]/ : /[#/?]/
  const character = (ending.exec(text) ?? /%(?![0-9a-f]{2})|\s/i.exec(text))?.[0]
  if (character !== undefined) return remedyOf(name, character)
  return isDecodable(text) ? undefined : remedyOf(name, '%')
}

const remedyOf = (name: string, character: string) =>
  `must have no ${character.trim() === '' ? 'space' : character} in its ${name}: write ${encodeURIComponent(character)}`

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** A text in whose user and password every character that requires it is encoded. */
export const urlWithCredentials = () =>
  z.string().superRefine((text, context) => {
    const message = findUnencodedCredentials(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
