import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

const TYPES: Record<string, string> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
}

/** Characters of the digest, 132 bits. */
const ETAG_LENGTH = 22

export type Asset = ReturnType<typeof createAsset>

/**
 * Keeps a file in memory, because `@fastify/static` serves no generated pages, and `@fastify/compress` would compress the
 * file again for each request.
 *
 * @param extension determines the content type, such as `.css`
 * @param caching value of `Cache-Control`; by default browsers revalidate, so releases are visible immediately
 */
export function createAsset(extension: string, content: Uint8Array | string, caching = 'no-cache') {
  const body = Buffer.from(content)
  // Weak, because the compressed form has the same ETag.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_LENGTH)}"`
  let compressed: Promise<Buffer> | undefined
  return {
    async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
      reply.headers({ 'cache-control': caching, etag, vary })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      reply.type(TYPES[extension] ?? 'application/octet-stream')
      if (!acceptsGzip(request)) return reply.send(body)
      // Compressed by the first request, because compressing all files would slow down the start.
      compressed ??= compress(body)
      return reply.header('content-encoding', 'gzip').send(await compressed)
    },
  }
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  negotiate(headers['accept-encoding']?.toString() ?? '', ['gzip']) === 'gzip'
