import { InvalidArgumentError, Option } from 'commander'
import { type Target, TARGETS, parseTarget } from './targets/target.ts'
import { type Operation, OPERATIONS } from './operations.ts'

// Parsers of option values. Commander prints the message of an `InvalidArgumentError`.

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Must be a whole number, at least 1.')
  return Number(text)
}

export function parseAmount(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1e9)) throw new InvalidArgumentError('Must be a number greater than 0.')
  return value
}

export function parseAscending(text: string): number[] {
  const sizes = text.split(',').map(parseCount)
  if (sizes.some((size, index) => index > 0 && size <= sizes[index - 1]!)) {
    throw new InvalidArgumentError('Must be in ascending order.')
  }
  return sizes
}

export const parseOperations = (text: string): Operation[] =>
  text.split(',').map((name) => {
    const found = OPERATIONS.find((operation) => operation.name === name)
    if (found) return found
    throw new InvalidArgumentError(`Must be some of: ${OPERATIONS.map((operation) => operation.name).join(', ')}.`)
  })

export const targetsOption = () =>
  new Option('--targets <names>', `some of ${TARGETS.map(({ name }) => name).join(',')}, or name=file`)
    .argParser((text) => text.split(',').map(parseTargetOption))
    .default(TARGETS, 'all')

export function parseTargetOption(text: string): Target {
  try {
    return parseTarget(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
