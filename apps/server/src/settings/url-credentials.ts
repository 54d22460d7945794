import * as z from 'zod'

/** Matches what may precede the parameters of a URL without a user: optional hosts and ports, and an optional path. */
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
 * Returns the text before the last `@`, divided at its first colon. Returns `undefined` if only hosts and a path precede the
 * parameters, which may contain an `@`, too: `one:5432/accounts?user=ana@one`.
 */
function credentialsOf(url: string): { user: string; password: string } | undefined {
  const location = /^[a-z][a-z+]*:\/\/(.*)$/is.exec(url)?.[1] ?? ''
  const beforeParameters = location.replace(/\?[\w.-]+=.*$/s, '')
  if (HOSTS_AND_PATH.test(beforeParameters)) return undefined
  // The parameters may be a part of the password, as in `:1?a=2@host`. Then the `@` is found only in the whole location.
  const text = textBeforeLastAt(beforeParameters) ?? textBeforeLastAt(location)
  if (text === undefined) return undefined
  const [user = ''] = text.split(':', 1)
  return { user, password: text.slice(user.length + 1) }
}

const textBeforeLastAt = (text: string): string | undefined =>
  text.includes('@') ? text.slice(0, text.lastIndexOf('@')) : undefined

function findProblem(name: string, text: string, url: string): string | undefined {
  // In URLs of HTTP, a backslash is a slash.
  const ending = url.startsWith('http') ? /[#/?\\]/ : /[#/?]/
  const percentOrSpace = /%(?![0-9a-f]{2})|\s/i
  const character = (ending.exec(text) ?? percentOrSpace.exec(text))?.[0]
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

/** Accepts a text whose user and password have no character that must be encoded. */
export const urlWithCredentials = () =>
  z.string().superRefine((text, context) => {
    const message = findUnencodedCredentials(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
