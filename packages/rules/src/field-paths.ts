import { ACCOUNT_FIELDS, type AccountFieldPath } from './account-fields.ts'
import type { Fields, LeafRule } from './field-rule.ts'

const leavesOf = (fields: Fields, prefix = ''): [path: string, rule: LeafRule][] =>
  Object.entries(fields).flatMap(([name, rule]) =>
    rule.kind === 'object' ? leavesOf(rule.fields, `${prefix}${name}.`) : [[prefix + name, rule]],
  )

/** By dotted name, in the order of the body. */
export const ACCOUNT_FIELD_RULES = Object.fromEntries(leavesOf(ACCOUNT_FIELDS)) as Record<AccountFieldPath, LeafRule>

export const ACCOUNT_FIELD_PATHS = Object.keys(ACCOUNT_FIELD_RULES) as AccountFieldPath[]
