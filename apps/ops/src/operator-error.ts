/** Something that the operator can put right: told in its own words, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
