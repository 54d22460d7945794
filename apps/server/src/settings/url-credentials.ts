import * as z from 'zod'

/**
 * Matches the text between the scheme and the parameters of a URL without credentials: optional hosts and ports, and an
 * optional path.
 */
const HOSTS_AND_PATH = /^((\[[^\]]*\]|[^/?#@:[\]]+)(:\d{1,5})?(,[^/?#@]*)?)?(\/[^?#@]*)?$/

/**
 * Returns the problem of a URL whose user or password contains a character that must be encoded, such as `#`, and what to
 * write instead. Libraries report it as a wrong host, port or address, or not at all.
 */
export function findUnencodedCredentials(url: string): string | undefined {
  const credentials = credentialsOf(url)
  if (credentials === undefined) return undefined
  const { user, password } = credentials
  return findProblem('user', user, url) ?? findProblem('password', password, url)
}

/**
 * Returns the text before the last `@`, divided at its first colon. Returns `undefined` for a URL without credentials, even
 * if its parameters contain an `@`: `one:5432/accounts?user=ana@one`.
 */
function credentialsOf(url: string): { user: string; password: string } | undefined {
  const location = /^[a-z][a-z+]*:\/\/(.*)$/is.exec(url)?.[1] ?? ''
  const beforeParameters = location.replace(/\?[\w.-]+=.*$/s, '')
  if (HOSTS_AND_PATH.test(beforeParameters)) return undefined
  // The removed parameters may belong to the password, as in `:1?a=2@host`, so the second search includes them.
  const text = textBeforeLastAt(beforeParameters) ?? textBeforeLastAt(location)
  if (text === undefined) return undefined
  const [user = ''] = text.split(':', 1)
  return { user, password: text.slice(user.length + 1) }
}

const textBeforeLastAt = (text: string): string | undefined =>
  text.includes('@') ? text.slice(0, text.lastIndexOf('@')) : undefined

function findProblem(name: string, text: string, url: string): string | undefined {
  // In URLs of HTTP, a backslash is a slash.
  const delimiter = url.startsWith('http') ? /[#/?\\]/ : /[#/?]/
  const percentOrSpace = /%(?![0-9a-f]{2})|\s/i
  const match = delimiter.exec(text) ?? percentOrSpace.exec(text)
  if (match) return remedyOf(name, match[0])
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

/** Accepts a text whose user and password have no character that must be encoded. */
export const urlWithCredentials = () =>
  z.string().superRefine((text, context) => {
    const message = findUnencodedCredentials(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
