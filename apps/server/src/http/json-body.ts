import type { IncomingMessage } from 'node:http'
import { RequestError } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a request body as JSON, whatever its content type says, so that a plain `curl -d` works.
 *
 * @throws RequestError `body-too-large`; `invalid-json` for an empty body, invalid UTF-8 and anything unparsable
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw new RequestError('invalid-json', { cause: error })
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length']) > LIMITS.bodyBytes) throw new RequestError('body-too-large')
  const chunks: Buffer[] = []
  let length = 0
  // Read by events: leaving an async iteration early would destroy the socket before the answer is out.
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= LIMITS.bodyBytes) chunks.push(chunk)
      else reject(new RequestError('body-too-large'))
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', (error) => reject(new RequestError('bad-request', { cause: error })))
    request.once('close', () => {
      if (!request.complete) reject(new RequestError('bad-request'))
    })
  })
}
