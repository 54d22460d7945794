/** An error for the operator, printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
