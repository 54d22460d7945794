import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { currentFile, type PackedSdk } from './packed-sdk.ts'
import { FOREVER } from './pages-plugin.ts'

export interface SdkOptions {
  packedSdk: PackedSdk | undefined
  /** `pnpm dev` builds nothing, so a missing SDK is expected there. */
  isDevelopment?: boolean
}

/** Serves the SDK to package managers. Paths contain the version, because lock files pin the bytes. */
export function sdkPlugin(app: FastifyInstance, options: SdkOptions, done: () => void): void {
  const { packedSdk, isDevelopment = false } = options
  if (!packedSdk) {
    const level = isDevelopment ? 'info' : 'warn'
    app.log[level]('the SDK is not packed, and not served: pnpm build')
    return done()
  }
  app.get('/sdk.tgz', (_request, reply) => reply.header('cache-control', 'no-cache').redirect(currentFile(packedSdk)))
  for (const name of Object.keys(packedSdk.integrities)) {
    app.get(`/${name}`, async (_request, reply) => {
      const content = await readFile(path.join(packedSdk.folder, name))
      return reply.headers({ 'cache-control': FOREVER, 'content-type': 'application/gzip' }).send(content)
    })
  }
  done()
}
