import type { FieldError } from './field-errors.ts'
import type { LocalizedText } from './locale.ts'

interface Described {
  readonly required: boolean
  readonly description: LocalizedText
}

interface Labeled extends Described {
  /** Label of the form field and of the spreadsheet column. */
  readonly label: LocalizedText
}

/** Text of any form, not blank. */
export interface TextRule extends Labeled {
  readonly kind: 'text'
  /** Unicode code points. */
  readonly maxLength: number
  readonly example: string
}

export interface EmailRule extends Labeled {
  readonly kind: 'email'
  readonly example: string
}

/** A text with a pattern, which also limits the length and excludes characters that PostgreSQL cannot store. */
export interface CodeRule extends Labeled {
  readonly kind: 'code'
  readonly pattern: RegExp
  /** The longest text that the pattern matches, for form fields and the OpenAPI document. */
  readonly maxLength: number
  readonly error: FieldError
  readonly example: string
}

export interface ChoiceRule extends Labeled {
  readonly kind: 'choice'
  readonly options: readonly string[]
  readonly error: FieldError
  readonly example: string
}

export interface IntegerRule extends Labeled {
  readonly kind: 'integer'
  readonly minimum: number
  readonly maximum: number
  readonly example: number
}

export interface ObjectRule extends Described {
  readonly kind: 'object'
  readonly fields: Fields
  /** Name in the OpenAPI document. */
  readonly model?: string
  /** Names of fields of which exactly one must be present. */
  readonly exactlyOne?: readonly string[]
}

export type LeafRule = TextRule | EmailRule | CodeRule | ChoiceRule | IntegerRule
export type FieldRule = LeafRule | ObjectRule
export type Fields = Readonly<Record<string, FieldRule>>

type ValueOf<R, Empty> = R extends { kind: 'object'; fields: infer F }
  ? BodyOf<F, Empty>
  : R extends { kind: 'integer' }
    ? number
    : R extends { kind: 'choice'; options: readonly (infer Option)[] }
      ? Option
      : string

type RequiredNames<F> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F]

/** `Empty` is the type that an optional field may have instead of a value. */
export type BodyOf<F, Empty = undefined> = { [K in RequiredNames<F>]: ValueOf<F[K], Empty> } & {
  [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K], Empty> | Empty
}

type Joined<Name extends string, Rest extends string> = `${Name}.${Rest}`

/** Dotted names of leaves: `company_doc.address.cep`. */
export type LeafPathOf<F> = {
  [K in keyof F & string]: F[K] extends { fields: infer Inner } ? Joined<K, LeafPathOf<Inner>> : K
}[keyof F & string]
