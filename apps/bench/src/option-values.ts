import { InvalidArgumentError, Option } from 'commander'
import { type Target, TARGETS, parseTarget } from './targets/target.ts'
import { type Operation, OPERATIONS } from './operations.ts'

/** Commander prints the message of an InvalidArgumentError. */

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
    throw new InvalidArgumentError('Must be in ascending order.')
  }
  return sizes
}

export const operations = (text: string): Operation[] =>
  text.split(',').map((name) => {
    const operation = OPERATIONS.find((one) => one.name === name)
    if (operation) return operation
    throw new InvalidArgumentError(`Must be some of: ${OPERATIONS.map((one) => one.name).join(', ')}.`)
  })

export const targetsOption = () =>
  new Option('--targets <names>', `some of ${TARGETS.map(({ name }) => name).join(',')}, or name=file`)
    .argParser((text) => text.split(',').map(target))
    .default(TARGETS, 'all')

export function target(text: string): Target {
  try {
    return parseTarget(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
