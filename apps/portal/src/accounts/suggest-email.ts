/** Mail services that most people in Brazil use. */
const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'outlook.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
  'live.com',
  'mail.com',
  'msn.com',
  'ymail.com',
  'globo.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
]
const MISTYPED_ENDINGS: Record<string, string> = {
  con: 'com',
  cm: 'com',
  cmo: 'com',
  comm: 'com',
  'com.b': 'com.br',
  'com.bt': 'com.br',
  'con.br': 'com.br',
  'cmo.br': 'com.br',
}

/** Returns the e-mail that was probably meant, or `undefined` if its domain shows no typing error. */
export function suggestEmail(email: string): string | undefined {
  const [, name = '', typed = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(email.toLowerCase()) ?? []
  if (name === '' || DOMAINS.includes(typed)) return undefined
  const [first = '', ...rest] = typed.split('.')
  const ending = rest.join('.')
  const correctEnding = MISTYPED_ENDINGS[ending]
  const domain = correctEnding === undefined ? typed : `${first}.${correctEnding}`
  const similar = DOMAINS.find((known) => known === domain || isOneTypingErrorAway(domain, known))
  const meant = similar ?? domain
  return meant === typed ? undefined : `${name}@${meant}`
}

/** Returns whether one character is missing, added or replaced, or two are swapped. */
function isOneTypingErrorAway(typed: string, known: string): boolean {
  if (Math.abs(typed.length - known.length) > 1) return false
  let start = 0
  while (start < known.length && typed[start] === known[start]) start += 1
  const rest = typed.slice(start)
  const knownRest = known.slice(start)
  const isMissing = rest === knownRest.slice(1)
  const isAdded = rest.slice(1) === knownRest
  const isReplaced = rest.slice(1) === knownRest.slice(1)
  const isSwapped = rest.startsWith(`${knownRest[1]}${knownRest[0]}`) && rest.slice(2) === knownRest.slice(2)
  return isMissing || isAdded || isReplaced || isSwapped
}
