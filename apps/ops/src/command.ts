import { InvalidArgumentError } from 'commander'
import type { Client } from './create-client.ts'

/** One thing that an operator says on the command line. */
export interface Input<T = unknown> {
  form: 'argument' | 'option' | 'flag'
  about: string
  /** What stands for an option's value in the help. */
  placeholder: string
  required: boolean
  parse: (text: string) => T
}

/** By name: `percentOff` is given as `--percent-off`. Arguments come in the order of the record. */
export type Inputs = Record<string, Input>

type Values<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer T> ? T : never }

/** All that there is to say of a command. */
export interface Command<I extends Inputs = Inputs> {
  /** `<group> <verb>` */
  name: string
  about: string
  inputs: I
  /** What may follow the name. */
  example: string
  /** Names of two options of which exactly one must be given. */
  either?: readonly [keyof I & string, keyof I & string]
  /** Told on standard error, after the result. */
  note?: string
  /** Open to everyone who has a link: no key is sent. */
  withoutKey?: boolean
  /** Asks the service; what it answers is what is printed. */
  call(client: Client, values: Values<I>): Promise<unknown>
}

/** Declares a command, so that `call` knows what its inputs are. From then on it is one of many. */
export const command = <I extends Inputs>(definition: Command<I>) => definition as unknown as Command

const asItIs = (value: string) => value

/** The help shows its name in the record. */
export const argument = (about: string): Input<string> => ({
  form: 'argument',
  placeholder: '',
  about,
  required: true,
  parse: asItIs,
})

export function option(placeholder: string, about: string): Input<string | undefined>
export function option<T>(placeholder: string, about: string, parse: (text: string) => T): Input<T | undefined>
export function option(placeholder: string, about: string, parse: (text: string) => unknown = asItIs): Input {
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

/** Whether it is in range, or whole, is for the service to say. */
export function number(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return Number(text)
}

/** Comma-separated; an empty text is an empty list. */
export const list = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((element) => element.trim())
