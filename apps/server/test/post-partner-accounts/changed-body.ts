import { accountBody } from '../harness.ts'

type Fields = Record<string, unknown>

/**
 * Returns a valid body with some fields changed.
 *
 * @param changes values by dotted name; `undefined` removes the field
 */
export function changedBody(changes: Fields): Fields {
  const body: Fields = accountBody()
  for (const [name, value] of Object.entries(changes)) {
    const steps = name.split('.')
    const last = steps.pop() ?? ''
    let parent = body
    for (const step of steps) parent = parent[step] as Fields
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return body
}

/** The fields that accept any text. */
export const TEXTS = [
  'full_name',
  'company_doc.name',
  'company_doc.trade_name',
  'company_doc.address.street_name',
  'company_doc.address.street_number',
  'company_doc.address.neighborhood',
  'company_doc.address.complement',
  'company_doc.address.city',
]
