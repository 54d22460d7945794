/** An error that the operator can correct, printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
