import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/**
 * Keeps a file in memory: `@fastify/static` serves no generated pages, and `@fastify/compress` would compress for each
 * request.
 */
export class Asset {
  readonly #type: string
  readonly #body: Buffer
  /** Weak: shared by the compressed form. */
  readonly #etag: string
  readonly #caching: string
  #compressed: Promise<Buffer> | undefined

  /** @param caching default: browsers revalidate, so releases are visible immediately */
  constructor(type: string, content: Buffer | string, caching = 'no-cache') {
    this.#type = type
    this.#caching = caching
    this.#body = Buffer.from(content)
    this.#etag = `W/"${createHash('sha256').update(this.#body).digest('base64url').slice(0, 22)}"`
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
    reply.headers({ 'cache-control': this.#caching, etag: this.#etag, vary })
    if (request.headers['if-none-match']?.includes(this.#etag)) return reply.code(304).send()
    reply.type(this.#type)
    if (!acceptsGzip(request)) return reply.send(this.#body)
    // Lazy, because it would slow down the start.
    this.#compressed ??= compress(this.#body)
    return reply.header('content-encoding', 'gzip').send(await this.#compressed)
  }
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  negotiate(headers['accept-encoding']?.toString() ?? '', ['gzip']) === 'gzip'
