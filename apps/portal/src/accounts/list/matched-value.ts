import { withoutAccents } from '@partner-accounts/ui/without-accents'
import type { FoundAccount } from './criteria.ts'

type Searched = Pick<FoundAccount, 'name' | 'tradeName' | 'administrator' | 'financialEmail'>

/** Returns the value that matches the most query words missing from the legal name, or `undefined` if none matches. */
export function matchedValue(account: Searched, query: string): string | undefined {
  const { name, tradeName, administrator, financialEmail } = account
  const unexplained = wordsOf(query).filter((word) => !hasWordWith(name, word))
  const countMatches = (value: string) => unexplained.filter((word) => hasWordWith(value, word)).length
  const values = [
    tradeName,
    administrator.fullName,
    administrator.email,
    administrator.mobilePhone,
    financialEmail ?? '',
  ]
  // The sort is stable, so the first of several best values wins.
  const [best = ''] = values.sort((one, other) => countMatches(other) - countMatches(one))
  return countMatches(best) > 0 ? best : undefined
}

const wordsOf = (text: string): string[] => withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns whether a word of the value begins with `start`. */
const hasWordWith = (value: string, start: string): boolean => wordsOf(value).some((word) => word.startsWith(start))
