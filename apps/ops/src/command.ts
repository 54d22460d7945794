import { InvalidArgumentError } from 'commander'
import type { Client } from './create-client.ts'

/** An argument, option or flag of a command. */
export interface Input<T = unknown> {
  form: 'argument' | 'option' | 'flag'
  about: string
  /** Represents an option's value in the help text. */
  placeholder: string
  required: boolean
  parse: (text: string) => T
}

/** Inputs by name: `percentOff` becomes `--percent-off`. Arguments are expected in the order of the record. */
export type Inputs = Record<string, Input>

type Values<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer T> ? T : never }

/** A command: its help text, its inputs and its call of the service. */
export interface Command<I extends Inputs = Inputs> {
  /** `<group> <verb>`, or only a verb. */
  name: string
  about: string
  inputs: I
  /** Sample inputs, as written after the name. */
  example: string
  /** Names of two options of which exactly one must be given. */
  exactlyOneOf?: readonly [keyof I & string, keyof I & string]
  /** Printed to standard error after the result. */
  note?: string
  /** Whether the call needs no key, because the link authorizes it. No key is sent. */
  withoutKey?: boolean
  /** Calls the service and returns the result to print. */
  call(client: Client, values: Values<I>): Promise<unknown>
  /** Returns what to print without `--json`, if it is not the result itself. */
  forPeople?(result: unknown): unknown
}

/** Declares a command. Infers the types of the values that `call` receives, then erases them for the list of commands. */
export const command = <I extends Inputs>(definition: Command<I>) => definition as unknown as Command

const identity = (value: string) => value

/** Declares a required argument. The help shows its name in the record of inputs. */
export const argument = (about: string): Input<string> => ({
  form: 'argument',
  placeholder: '',
  about,
  required: true,
  parse: identity,
})

/** Declares an option with a value. The value is optional unless wrapped in `required`. */
export function option(placeholder: string, about: string): Input<string | undefined>
export function option<T>(placeholder: string, about: string, parse: (text: string) => T): Input<T | undefined>
export function option(placeholder: string, about: string, parse: (text: string) => unknown = identity): Input {
  return { form: 'option', placeholder, about, required: false, parse }
}

/** Declares an option without a value. */
export const flag = (about: string): Input<true | undefined> => ({
  form: 'flag',
  placeholder: '',
  about,
  required: false,
  parse: () => true,
})

/** Makes an option mandatory. */
export const required = <T>(input: Input<T | undefined>): Input<T> => ({ ...input, required: true }) as Input<T>

/** Parses a number. The service validates its range, and whether it is an integer. */
export function number(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return Number(text)
}

/** Parses a comma-separated list. An empty text is an empty list. */
export const list = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((element) => element.trim())
