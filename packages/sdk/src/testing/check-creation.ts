import { isObject } from '../options/checks.ts'
import type { CreateAccountBody } from '../wire/models.ts'
import type { Words } from './locale.ts'
import { Refusal } from './refusal.ts'
import { CREATION_FIELDS, type FieldRule } from './service-rules.ts'
import { FIELD_FAULTS, FORM_FAULTS, notBetween, tooLong } from './words.ts'

/**
 * The fields that the service knows of a body. What is `null` is left out.
 *
 * @throws Refusal naming all faults at once
 */
export function checkCreation(body: Record<string, unknown>): CreateAccountBody {
  const faults = new Map<string, readonly Words[]>()
  const checked: Record<string, unknown> = {}
  // Objects come before what is in them, so a parent is here already, or is at fault itself.
  const known = new Map<string, Record<string, unknown>>([['', checked]])
  for (const [path, rule] of Object.entries(CREATION_FIELDS)) {
    const { parent, name } = split(path)
    const target = known.get(parent)
    if (!target) continue
    const value = at(body, path)
    const found = faultsOf(value, name, rule)
    if (found.length > 0) faults.set(path, found)
    else if (rule.type === 'object') known.set(path, (target[name] = {}))
    else if (value !== null && value !== undefined) target[name] = value
  }
  if (known.has('company_doc')) addDocumentFaults(body['company_doc'] as Record<string, unknown>, faults)
  if (faults.size > 0) throw new Refusal(Object.fromEntries(faults))
  return checked as unknown as CreateAccountBody
}

function split(path: string) {
  const dot = path.lastIndexOf('.')
  return { parent: path.slice(0, Math.max(0, dot)), name: path.slice(dot + 1) }
}

const at = (body: Record<string, unknown>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body)

function faultsOf(value: unknown, name: string, rule: FieldRule): readonly Words[] {
  if (value === null || value === undefined) return rule.required ? [FIELD_FAULTS.required] : []
  if (rule.type === 'object') return isObject(value) ? [] : [FIELD_FAULTS.notObject]
  if (rule.type === 'integer') return integerFaults(value, rule)
  if (rule.enum) return rule.enum.includes(value as string) ? [] : [FORM_FAULTS[name]!]
  if (typeof value !== 'string') return [FIELD_FAULTS.notText]
  return rule.pattern === undefined ? textFaults(value, rule) : formFaults(value, name, rule)
}

function integerFaults(value: unknown, { minimum = -Infinity, maximum = Infinity }: FieldRule): readonly Words[] {
  if (!Number.isInteger(value)) return [FIELD_FAULTS.notInteger]
  const faults: Words[] = []
  // What a number does not hold exactly is none to count with.
  if (!Number.isSafeInteger(value)) faults.push(FIELD_FAULTS.notInteger)
  if ((value as number) < minimum || (value as number) > maximum) faults.push(notBetween(minimum, maximum))
  return faults
}

function textFaults(text: string, { maxLength = Infinity }: FieldRule): readonly Words[] {
  const faults: Words[] = []
  if (text.trim() === '') faults.push(FIELD_FAULTS.blank)
  if (/\0|\p{Surrogate}/u.test(text)) faults.push(FIELD_FAULTS.notStorable)
  if (characters(text) > maxLength) faults.push(tooLong(maxLength))
  return faults
}

function formFaults(text: string, name: string, { maxLength = Infinity, pattern, format }: FieldRule) {
  const faults: Words[] = []
  if (characters(text) > maxLength) faults.push(tooLong(maxLength))
  if (!new RegExp(pattern!).test(text)) faults.push(format === 'email' ? FIELD_FAULTS.email : FORM_FAULTS[name]!)
  return faults
}

/** As people count them: by code point. */
const characters = (text: string) => Array.from(text).length

/** 2.6: exactly one of the two, whatever else is wrong with them. */
function addDocumentFaults(company: Record<string, unknown>, faults: Map<string, readonly Words[]>): void {
  if ((company['cpf'] == null) !== (company['cnpj'] == null)) return
  for (const path of ['company_doc.cpf', 'company_doc.cnpj']) {
    faults.set(path, [...(faults.get(path) ?? []), FIELD_FAULTS.oneDocument])
  }
}
