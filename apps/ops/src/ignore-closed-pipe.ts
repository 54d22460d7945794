/** Discards output whose reader has ended, such as `head`, instead of failing. */
export function ignoreClosedPipe(output: NodeJS.WritableStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
