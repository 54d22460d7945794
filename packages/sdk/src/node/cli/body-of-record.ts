import type { CreateAccountBody } from '../../wire/models.ts'

/** Creates a body from columns named by dotted path, such as `company_doc.address.cep`. Omits empty cells. */
export function bodyOfRecord(record: Readonly<Record<string, string>>): CreateAccountBody {
  const body: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(record)) {
    if (text === '') continue
    const names = path.split('.')
    const last = names.pop()!
    let target = body
    for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>
    target[last] = path === 'employees_quantity' && /^\d+$/.test(text) ? Number(text) : text
  }
  return body as unknown as CreateAccountBody
}
