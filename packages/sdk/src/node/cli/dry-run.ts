import { ACCOUNT_FIELDS, findBodyErrors } from '@partner-accounts/rules'
import { isObject } from '../../options/checks.ts'
import { printable } from './printable.ts'

/** Checks rows by the service's rules, and prints the invalid fields. Sends nothing. Returns the exit code. */
export function checkRows(bodies: readonly unknown[]): number {
  let invalid = 0
  for (const [index, body] of bodies.entries()) {
    const errors = findBodyErrors(ACCOUNT_FIELDS, isObject(body) ? body : {})
    if (errors.size === 0) continue
    invalid += 1
    const fields = [...errors].map(([field, texts]) => `${field}: ${texts.map((text) => text.en).join(' ')}`)
    console.error(printable(`row ${index + 1}: ${fields.join('; ')}`))
  }
  console.log(JSON.stringify({ valid: bodies.length - invalid, invalid, sent: 0 }))
  return invalid > 0 ? 1 : 0
}
