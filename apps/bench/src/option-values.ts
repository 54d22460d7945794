import { InvalidArgumentError, Option } from 'commander'
import { type Contender, CONTENDERS, parseContender } from './contenders/contender.ts'
import { type Operation, OPERATIONS } from './operations.ts'

/** Readers of what stands behind an option. All throw InvalidArgumentError, which the command line tells as it is. */

export function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Must be a whole number, at least 1.')
  return Number(text)
}

export function amount(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1e9)) throw new InvalidArgumentError('Must be a number greater than 0.')
  return value
}

export function ascending(text: string): number[] {
  const sizes = text.split(',').map(count)
  if (sizes.some((size, index) => index > 0 && size <= sizes[index - 1]!)) {
    throw new InvalidArgumentError('Must grow from each to the next.')
  }
  return sizes
}

export const operations = (text: string): Operation[] =>
  text.split(',').map((name) => {
    const operation = OPERATIONS.find((one) => one.name === name)
    if (operation) return operation
    throw new InvalidArgumentError(`There are: ${OPERATIONS.map((one) => one.name).join(', ')}.`)
  })

export const contendersOption = () =>
  new Option('--contenders <names>', `some of ${CONTENDERS.map(({ name }) => name).join(',')}, or name=file`)
    .argParser((text) => text.split(',').map(contender))
    .default(CONTENDERS, 'all')

export function contender(text: string): Contender {
  try {
    return parseContender(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
