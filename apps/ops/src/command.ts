import { readTaxId } from '@partner-accounts/rules'
import { InvalidArgumentError } from 'commander'
import type { Client } from './create-client.ts'

export interface Input<T = unknown> {
  form: 'argument' | 'option' | 'flag'
  about: string
  /** In the help text. */
  placeholder: string
  required: boolean
  parse: (text: string) => T
  choices?: readonly string[]
  /** Asked for on a terminal when missing. */
  isAsked?: boolean
}

/** `percentOff` becomes `--percent-off`. Arguments keep this order. */
export type Inputs = Record<string, Input>

type Values<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer T> ? T : never }

export interface Command<I extends Inputs = Inputs> {
  /** `<group> <verb>`, or only a verb. */
  name: string
  about: string
  inputs: I
  /** Inputs, as written after the name. */
  example: string
  exactlyOneOf?: readonly [keyof I & string, keyof I & string]
  /** Printed to standard error. */
  note?: string
  /** Asks on a terminal first, because nobody can undo it. */
  isIrreversible?: boolean
  /** Returns why the command failed although it has a result, which is printed. */
  findFailure?: (result: unknown) => string | undefined
  /** Programs must confirm it, too. */
  requiresYes?: boolean
  /** Read from standard input without the option. */
  hiddenInput?: keyof I & string
  /** The link authorizes the call. */
  withoutKey?: boolean
  call(client: Client, values: Values<I>): Promise<unknown>
  /** Output without `--json`, if different. Receives each record of a list. */
  forPeople?: (result: unknown) => unknown
}

/** Infers the types of `call`'s values, then erases them. */
export const command = <I extends Inputs>(definition: Command<I>) => definition as unknown as Command

const identity = (value: string) => value

export const argument = (about: string, parse: (text: string) => string = identity): Input<string> => ({
  form: 'argument',
  placeholder: '',
  about,
  required: true,
  parse,
})

export const optionalArgument = <T>(about: string, parse: (text: string) => T): Input<T | undefined> => ({
  form: 'argument',
  placeholder: '',
  about,
  required: false,
  parse,
})

/** Optional unless wrapped in `required`. */
export function option(placeholder: string, about: string): Input<string | undefined>
export function option<T>(placeholder: string, about: string, parse: (text: string) => T): Input<T | undefined>
export function option(placeholder: string, about: string, parse: (text: string) => unknown = identity): Input {
  return { form: 'option', placeholder, about, required: false, parse }
}

export const flag = (about: string): Input<true | undefined> => ({
  form: 'flag',
  placeholder: '',
  about,
  required: false,
  parse: () => true,
})

export const required = <T>(input: Input<T | undefined>): Input<T> => ({ ...input, required: true }) as Input<T>

/** A record, so that a missing value does not compile. */
export const choice = <T extends string>(
  placeholder: string,
  about: string,
  values: Record<T, true>,
): Input<T | undefined> => ({
  ...option(placeholder, about, (text) => text as T),
  choices: Object.keys(values),
})

export const REASON = {
  reason: { ...option('TEXT', 'why, for the audit trail; a terminal asks for it'), isAsked: true },
}

/** Parses a number, whose range the service validates. */
export function number(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return Number(text)
}

/** Removes the punctuation of a CPF or CNPJ. Other texts stay as they are. */
export const withBareTaxId = (text: string): string => readTaxId(text) ?? text

/** An empty text is an empty list. */
export const list = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((element) => element.trim())

export const listOf =
  <T extends string>(values: Record<T, true>) =>
  (text: string): T[] => {
    const elements = list(text)
    const unknown = elements.find((element) => !Object.hasOwn(values, element))
    if (unknown === undefined) return elements as T[]
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(values).join(', ')}.`)
  }
