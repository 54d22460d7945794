import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAsset } from '../../src/static/asset.ts'
import { OtherBuilds } from '../../src/static/other-builds.ts'
import { insertNames } from '../../src/static/page-names.ts'
import { sdkPlugin } from '../../src/static/sdk-plugin.ts'
import { skipTime } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'

/**
 * Serves an asset at `/`. Returns a function that requests the asset.
 *
 * @param vary the header `Vary` that the route sets before it sends the asset
 */
function serve(asset: ReturnType<typeof createAsset>, vary?: string) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.get('/', (request, reply) => asset.send(request, vary === undefined ? reply : reply.header('vary', vary)))
  return (headers = {}) => app.inject({ url: '/', headers })
}

it('createAsset serves a file with its type, revalidated by default', async () => {
  const get = serve(createAsset('.css', 'a { color: red }'))
  const { headers, body } = await get()
  expect(body).toBe('a { color: red }')
  expect(headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  })
  expect(headers).not.toHaveProperty('content-encoding')
})

it('createAsset serves a file of an unknown type as bytes, and with the given caching', async () => {
  const get = serve(createAsset('.bin', new Uint8Array([1]), 'public'))
  const { headers } = await get()
  expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'cache-control': 'public' })
})

it('createAsset compresses a file for clients that accept gzip', async () => {
  const get = serve(createAsset('.js', 'let one = 1\n'.repeat(100)), 'accept')
  const { headers, rawPayload } = await get({ 'accept-encoding': 'br, gzip' })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept, accept-encoding' })
  expect(gunzipSync(rawPayload).toString()).toBe('let one = 1\n'.repeat(100))
  expect((await get({ 'accept-encoding': 'gzip;q=0' })).headers).not.toHaveProperty('content-encoding')
})

it('createAsset returns 304 without a body for the ETag of the content, compressed or not', async () => {
  const get = serve(createAsset('.js', 'one'))
  const { etag } = (await get()).headers
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  const { statusCode, body } = await get({ 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'gzip' })
  expect([statusCode, body]).toEqual([304, ''])
  const getChanged = serve(createAsset('.js', 'two'))
  expect((await getChanged({ 'if-none-match': etag })).statusCode).toBe(200)
})

/** Creates `OtherBuilds` with these files, and mocks that record how names and files are read. */
function createOtherBuilds(files: Record<string, string>) {
  const listNames = vi.fn(() => Promise.resolve(Object.keys(files)))
  const read = vi.fn((_app: string, file: string) =>
    Promise.resolve(files[file] === undefined ? undefined : Buffer.from(files[file])),
  )
  const pageFiles = { listNames, read, keep: () => Promise.resolve() }
  const toAsset = (_file: string, content: Uint8Array) => createAsset('.js', content)
  return { listNames, read, builds: new OtherBuilds({ app: 'portal', pageFiles, toAsset }) }
}

it('OtherBuilds reads a file once, also for concurrent requests', async () => {
  const { builds, read, listNames } = createOtherBuilds({ 'old.js': 'old' })
  const [first, second] = await Promise.all([builds.find('old.js'), builds.find('old.js')])
  expect(first).toBeDefined()
  expect(second).toBe(first)
  skipTime(2_000)
  expect(await builds.find('old.js')).toBe(first)
  expect(read.mock.calls).toEqual([['portal', 'old.js']])
  expect(listNames.mock.calls).toEqual([['portal']])
})

it('OtherBuilds reads the names at most once a second, however many unknown files are requested', async () => {
  const files: Record<string, string> = {}
  const { builds, read, listNames } = createOtherBuilds(files)
  for (const file of ['one.js', 'two.js', 'three.js']) expect(await builds.find(file)).toBeUndefined()
  expect(listNames).toHaveBeenCalledTimes(1)
  files['one.js'] = 'one'
  skipTime(1_001)
  expect(await builds.find('one.js')).toBeDefined()
  expect(listNames).toHaveBeenCalledTimes(2)
  expect(read).toHaveBeenCalledTimes(1)
})

it('OtherBuilds reads a file again after a failure, or when it was missing', async () => {
  const files: Record<string, string> = { 'old.js': 'old' }
  const { builds, read } = createOtherBuilds(files)
  read.mockImplementationOnce(() => Promise.reject(new Error('unavailable')))
  await expect(builds.find('old.js')).rejects.toThrow('unavailable')
  read.mockImplementationOnce(() => Promise.resolve(undefined))
  expect(await builds.find('old.js')).toBeUndefined()
  expect(await builds.find('old.js')).toBeDefined()
})

it('OtherBuilds keeps at most a hundred files in memory', async () => {
  const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.js`, 'old']))
  const { builds, read } = createOtherBuilds(files)
  for (const file of Object.keys(files).slice(0, 100)) await builds.find(file)
  await builds.find('0.js')
  expect(read).toHaveBeenCalledTimes(100)
  // The last file replaces the one that was not requested for the longest time, which is then read again.
  await builds.find('100.js')
  await builds.find('0.js')
  expect(read).toHaveBeenCalledTimes(101)
  await builds.find('1.js')
  expect(read).toHaveBeenCalledTimes(102)
})

it('OtherBuilds reads two files at a time, so that they leave connections to others', async () => {
  const { builds, read } = createOtherBuilds({ 'a.js': 'a', 'b.js': 'b', 'c.js': 'c' })
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  read.mockImplementation(() => responded.then(() => Buffer.from('old')))
  const found = Promise.all(['a.js', 'b.js', 'c.js'].map((file) => builds.find(file)))
  await expect.poll(() => read.mock.calls.length).toBe(2)
  respond()
  expect((await found).every((asset) => asset !== undefined)).toBe(true)
  expect(read).toHaveBeenCalledTimes(3)
})

it('insertNames escapes the names for HTML, and keeps their dollar signs', () => {
  const page = '<title>Partner Accounts</title><meta content="@partner-accounts/sdk"><meta content="support-url">'
  expect(
    insertNames(page, {
      productName: "A & B's $&",
      sdkName: 'https://a.example/sdk.tgz',
      supportUrl: 'https://b.example/?a&b',
    }),
  ).toBe(
    '<title>A &amp; B&#39;s $&amp;</title><meta content="https://a.example/sdk.tgz"><meta content="https://b.example/?a&amp;b">',
  )
  expect(insertNames('"support-url"', { productName: 'A', sdkName: 'b', supportUrl: undefined })).toBe('""')
})

it.each([
  ['in production', 'a warning', { isDevelopment: false, level: 40 }],
  ['in development', 'information', { isDevelopment: true, level: 30 }],
])('a missing SDK is logged %s as %s', async (_mode, _kind, { isDevelopment, level }) => {
  const { logger, lines } = captureLog()
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify({ loggerInstance })
  onTestFinished(() => app.close())
  await app.register(sdkPlugin, { packedSdk: undefined, isDevelopment })
  expect(lines).toEqual([{ level, msg: 'the SDK is not packed, and not served: pnpm build' }])
  expect((await app.inject('/sdk.tgz')).statusCode).toBe(404)
})
