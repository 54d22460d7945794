import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RequestError } from '@partner-accounts/api'
import type { PageFiles } from '@partner-accounts/db'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepPageFiles } from '../../src/static/keep-page-files.ts'
import { pagesPlugin, type PagesOptions } from '../../src/static/pages-plugin.ts'
import { readBuild } from '../../src/static/read-build.ts'
import { captureLog } from '../mail/log-capture.ts'

const PAGE = '<base href="/portal/" /><title>Partner Accounts</title>'
const MANIFEST = '{"name":"Partner Accounts","short_name":"Partner Accounts","display":"standalone"}'
const HOUR_MS = 3_600_000

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes a build into a new folder, and returns the folder. */
function writeBuild(html = PAGE): string {
  const folder = newFolder()
  mkdirSync(path.join(folder, 'assets'))
  const files = { 'app-1a.js': 'let a', 'start.js': 'let b', 'app.webmanifest': MANIFEST }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, 'assets', name), text)
  writeFileSync(path.join(folder, 'index.html'), html)
  return folder
}

/** Fakes the stored files of another build. `kept` has the names of the files that `keep` received, by app. */
function fakePageFiles(): PageFiles & { kept: Record<string, string[]> } {
  const kept: Record<string, string[]> = {}
  return {
    kept,
    keep: (app, files) => {
      kept[app] = [...(kept[app] ?? []), ...files.keys()]
      return Promise.resolve()
    },
    listNames: () => Promise.resolve(['app-0z.js']),
    read: () => Promise.resolve(Buffer.from('let old')),
  }
}

function createPages(changes: Partial<PagesOptions> = {}): { app: FastifyInstance; messages: () => unknown[] } {
  const { logger, lines } = captureLog()
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify({ loggerInstance })
  onTestFinished(() => app.close())
  app.setErrorHandler((error, _request, reply) => reply.code(404).send((error as RequestError).kind))
  void app.register(pagesPlugin, {
    name: 'portal',
    otherPaths: ['/activate'],
    publicUrl: 'https://contas.example/base',
    productName: 'Ponto',
    sdkName: 'https://contas.example/sdk.tgz',
    supportUrl: undefined,
    pageFiles: fakePageFiles(),
    ...changes,
  })
  return { app, messages: () => lines.map(({ msg }) => msg) }
}

describe('pagesPlugin', () => {
  it('serves the page at every path of the app, with its base and names, and forbids caching', async () => {
    const { app } = createPages({ folder: writeBuild() })
    for (const url of ['/portal', '/portal/accounts/1', '/activate']) {
      const { statusCode, headers, body } = await app.inject(url)
      expect([statusCode, body]).toEqual([200, '<base href="/base/portal/" /><title>Ponto</title>'])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; manifest-src 'self'; frame-src 'self'",
      )
    }
    expect((await app.inject('/console')).statusCode).toBe(404)
  })

  it('serves files with a hash in their name forever, and revalidates the others', async () => {
    const { app } = createPages({ folder: writeBuild() })
    const get = async (name: string) => {
      const { body, headers } = await app.inject(`/portal/assets/${name}`)
      return { body, caching: headers['cache-control'] }
    }
    expect(await get('app-1a.js')).toEqual({ body: 'let a', caching: 'public, max-age=31536000, immutable' })
    expect(await get('start.js')).toEqual({ body: 'let b', caching: 'no-cache' })
    const manifest = await get('app.webmanifest')
    expect(JSON.parse(manifest.body)).toEqual({ name: 'Ponto', short_name: 'Ponto', display: 'standalone' })
    expect(manifest.caching).toBe('no-cache')
  })

  it('serves the manifest unchanged if the product has the name of the sources', async () => {
    const { app } = createPages({ folder: writeBuild(), productName: 'Partner Accounts' })
    expect((await app.inject('/portal/assets/app.webmanifest')).body).toBe(MANIFEST)
  })

  it('serves the files of other builds, and returns 404 for unknown files', async () => {
    const { app } = createPages({ folder: writeBuild() })
    const { body, headers } = await app.inject('/portal/assets/app-0z.js')
    expect([body, headers['cache-control']]).toEqual(['let old', 'public, max-age=31536000, immutable'])
    const { statusCode, body: kind } = await app.inject('/portal/assets/app-9x.js')
    expect([statusCode, kind]).toEqual([404, 'route-not-found'])
  })

  it('logs that an app is not built, and serves no page', async () => {
    const { app, messages } = createPages({ folder: newFolder() })
    expect((await app.inject('/portal')).statusCode).toBe(404)
    expect(messages()).toContain('the portal is not built, and not served: pnpm build')
  })

  it('rejects a page without the base of the app, whose URLs would lead elsewhere', async () => {
    const { app } = createPages({ folder: writeBuild('<title>Partner Accounts</title>') })
    await expect(app.ready()).rejects.toThrow('the page of the portal has no <base href="/portal/" />')
  })
})

it('readBuild fails for a folder that cannot be read', async () => {
  const file = path.join(newFolder(), 'file')
  writeFileSync(file, '')
  await expect(readBuild('portal', file)).rejects.toThrow('ENOTDIR')
})

describe('keepPageFiles', () => {
  const startKeeping = async (pageFiles: PageFiles, folders: Record<string, string>) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { logger, lines } = captureLog()
    const stop = await keepPageFiles(pageFiles, logger, (app) => readBuild(app, folders[app]))
    onTestFinished(() => {
      stop()
      vi.useRealTimers()
    })
    return { stop, lines }
  }

  it('keeps the files of both apps at the start and every hour, until it is stopped', async () => {
    const pageFiles = fakePageFiles()
    const { stop } = await startKeeping(pageFiles, { portal: writeBuild(), console: writeBuild() })
    const names = ['app-1a.js', 'app.webmanifest', 'start.js']
    expect(pageFiles.kept['portal']?.toSorted()).toEqual(names)
    expect(pageFiles.kept['console']?.toSorted()).toEqual(names)
    vi.advanceTimersByTime(HOUR_MS)
    await expect.poll(() => pageFiles.kept['console']).toHaveLength(6)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('keeps nothing of an app that is not built', async () => {
    const pageFiles = fakePageFiles()
    await startKeeping(pageFiles, { portal: newFolder(), console: writeBuild() })
    expect(Object.keys(pageFiles.kept)).toEqual(['console'])
  })

  it('logs the reason when the files cannot be stored, and retries after an hour', async () => {
    const pageFiles = fakePageFiles()
    const keep = vi.spyOn(pageFiles, 'keep')
    keep.mockRejectedValueOnce(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }))
    const { lines } = await startKeeping(pageFiles, { portal: writeBuild(), console: newFolder() })
    const msg = 'files of pages not kept: pages of this version may have to load again'
    expect(lines).toEqual([{ level: 40, reason: 'ECONNREFUSED', msg }])
    vi.advanceTimersByTime(HOUR_MS - 1)
    expect(keep).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await expect.poll(() => pageFiles.kept['portal']).toHaveLength(3)
    expect(lines).toHaveLength(1)
  })
})
