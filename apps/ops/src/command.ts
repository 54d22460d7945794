import { readTaxId } from '@partner-accounts/rules'
import { InvalidArgumentError } from 'commander'
import type { Client } from './create-client.ts'

export interface Input<T = unknown> {
  form: 'argument' | 'option' | 'flag'
  about: string
  /** The name of the value in the help text, such as `ID`. */
  placeholder: string
  required: boolean
  parse: (text: string) => T
  choices?: readonly string[]
  /** If it is missing, a terminal asks for it. */
  isAsked?: boolean
}

/** Inputs by name. The option of `percentOff` is `--percent-off`. Arguments keep this order. */
export type Inputs = Record<string, Input>

type Values<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer T> ? T : never }

export interface Command<I extends Inputs = Inputs> {
  /** `<group> <verb>`, or only a verb. */
  name: string
  about: string
  inputs: I
  /** The inputs of an example, as typed after the name. */
  example: string
  exactlyOneOf?: readonly [keyof I & string, keyof I & string]
  /** Printed to standard error. */
  note?: string
  /** A terminal asks for a confirmation first, because nobody can undo the command. */
  isIrreversible?: boolean
  /** Returns the reason if the command has failed in part: its result is printed, but the exit code is 1. */
  findFailure?: (result: unknown) => string | undefined
  /** Without a terminal, the command requires `--yes`. */
  requiresYes?: boolean
  /** The name of an input that is read from standard input, without echo, if its option is missing. */
  hiddenInput?: keyof I & string
  /** Sends no key, because the token of a link authorizes the call. */
  withoutKey?: boolean
  call(client: Client, values: Values<I>): Promise<unknown>
  /** Converts the result, or each record of a list, for output without `--json`. */
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

/** Returns an option with fixed values. They are a record, so that a missing value does not compile. */
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

/** Parses a comma-separated list. An empty text is an empty list. */
export const list = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((element) => element.trim())

/** Returns a parser of comma-separated lists of these values. */
export const listOf =
  <T extends string>(values: Record<T, true>) =>
  (text: string): T[] => {
    const elements = list(text)
    const unknown = elements.find((element) => !Object.hasOwn(values, element))
    if (unknown === undefined) return elements as T[]
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(values).join(', ')}.`)
  }
