import type { IncomingMessage } from 'node:http'
import { rejection } from './rejection.ts'

const MAX_BODY_BYTES = 64 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a JSON body. Returns an empty object for JSON that is not an object. */
export async function jsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await bodyBytes(request)
  try {
    const body = JSON.parse(utf8.decode(bytes)) as Record<string, unknown> | null
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  } catch {
    throw rejection.invalidJson()
  }
}

const bodyBytes = (request: IncomingMessage) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= MAX_BODY_BYTES) chunks.push(chunk)
      else reject(rejection.bodyTooLarge())
    })
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', reject)
  })
