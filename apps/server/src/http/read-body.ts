/**
 * Returns the body of a response.
 *
 * @throws RangeError if it is longer than `maxBytes`; the rest is canceled
 */
export async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new RangeError('response too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
