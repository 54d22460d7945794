import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createContext, runInContext } from 'node:vm'
import { CHROMIUM, freePort } from '@partner-accounts/local-servers'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../running-service.ts'
import { areRuntimesInstalled, loadRuntime, resolveRuntime, RUNTIMES } from './installed-runtimes.ts'
import { packPackage, runNode } from './packed-package.ts'
import { compile, writeReadmeBlocks } from './readme-blocks.ts'

const { project, addTestProject } = await packPackage()
let service: RunningService
const clientOptions = () => ({ baseUrl: service.baseUrl, ...service.credentials.demo })
/** What the page of the test project `browser` returns: it lists, reads an unknown account, and cancels a call. */
const TOUR = { total: expect.any(Number) as number, isApiError: true, code: 56, cancelled: 'AbortError' }
type Tour = (options: object) => Promise<unknown>

describe.skipIf(!areRuntimesInstalled)('the packed package in applications', () => {
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  it('Metro bundles it for React Native, where signals have no reason and nothing is imported from Node', async () => {
    const root = addTestProject('browser')
    const code = await bundleWithMetro(path.join(root, 'main.js'))

    // React Native has the AbortController of this package. Node's fetch rejects its signals.
    const { AbortController } = await loadRuntime('abort-controller')
    const globals = { AbortController, clearTimeout, Headers, performance, setTimeout, URL }
    const app = createContext({
      ...globals,
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: null }),
    }) as { tour: Tour }
    runInContext(code, app)
    expect(JSON.parse(JSON.stringify(await app.tour(clientOptions())))).toEqual(TOUR)
  })

  it.each([true, false])('Metro finds a subpath, with package exports: %s', async (unstable_enablePackageExports) => {
    const entry = path.join(addTestProject('browser'), 'subpath.js')
    const code = await bundleWithMetro(entry, { unstable_enablePackageExports })
    expect(code).toContain('WebhookVerificationError')
  })

  describe.skipIf(CHROMIUM === undefined)(`in Chromium${CHROMIUM ? '' : ' (not on this machine)'}`, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: CHROMIUM ?? '' })
    })
    afterAll(() => browser.close())

    it('a page built by Vite signs in through a proxy at the same origin, and nowhere else', async () => {
      const root = addTestProject('browser')
      writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
      const { build, preview } = await loadRuntime('vite')
      const common = { root, logLevel: 'error', configFile: false }
      await build(common)
      const scripts = readdirSync(path.join(root, 'dist/assets')).map((name) => path.join(root, 'dist/assets', name))
      expect(scripts).toHaveLength(1)
      expect(readFileSync(scripts[0]!, 'utf8')).not.toMatch(/node:|\brequire\(/)

      const origin = `http://127.0.0.1:${await freePort()}`
      const { hostname: host, port } = new URL(origin)
      const proxy = { '/partners': new URL(service.baseUrl).origin }
      const server = await preview({ ...common, preview: { host, port: Number(port), strictPort: true, proxy } })
      try {
        const page = await browser.newPage()
        await page.goto(origin)
        const tour = (options: object) =>
          page.evaluate(
            (given) => (globalThis as unknown as { tour: Tour }).tour(given).catch(({ name }: Error) => name),
            options,
          )
        const ownOrigin = { ...clientOptions(), baseUrl: `${origin}/partners/v1` }
        expect(await tour({ ...ownOrigin, dangerouslyAllowBrowser: true })).toEqual(TOUR)
        expect(await tour(ownOrigin)).toBe('UsageError')
        expect(await tour({ ...clientOptions(), dangerouslyAllowBrowser: true, maxRetries: 0 })).toBe('ConnectionError')
      } finally {
        await server.close()
      }
    })

    it("Next.js builds the README's route handler, a server component and a client component", async () => {
      const folder = addTestProject('next')
      for (const name of ['next', 'react', 'react-dom'])
        symlinkSync(path.join(RUNTIMES, 'node_modules', name), path.join(project, 'node_modules', name))
      // Compiled, because Next.js would install TypeScript if it found `.ts` files.
      for (const name of writeReadmeBlocks(folder).filter((name) => /^(app|lib)\//.test(name))) {
        renameSync(path.join(folder, await compile(folder, name)), path.join(folder, name.replace(/ts$/, 'js')))
        rmSync(path.join(folder, name))
      }
      const next = resolveRuntime('next/dist/bin/next')
      const environment = { NEXT_TELEMETRY_DISABLED: '1' }
      await runNode(folder, [next, 'build'], environment)

      const { baseUrl, email, password } = clientOptions()
      const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
        cwd: folder,
        env: {
          ...environment,
          PARTNER_ACCOUNTS_URL: baseUrl,
          PARTNER_ACCOUNTS_EMAIL: email,
          PARTNER_ACCOUNTS_PASSWORD: password,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(server, 'close')
      try {
        const page = await browser.newPage()
        await page.goto(await addressIn(server.stdout))
        await page.getByText(/^accounts: \d+, ApiError 404\/56$/).waitFor()
      } finally {
        server.kill()
        await ended
      }
    })
  })
})

/** Returns the bundle of a program for React Native. */
async function bundleWithMetro(entry: string, resolver: object = {}): Promise<string> {
  const { runBuild } = await loadRuntime('metro')
  const { getDefaultConfig, mergeConfig } = await loadRuntime('@react-native/metro-config')
  const defaults = getDefaultConfig(project)
  const config = mergeConfig(defaults, {
    watchFolders: [project, path.join(defaults.transformer.asyncRequireModulePath, '../..')],
    // By default, both are parts of the package react-native, which is not installed.
    serializer: { getModulesRunBeforeMainModule: () => [], getPolyfills: () => [] },
    transformer: { enableBabelRuntime: false },
    resolver,
    cacheStores: [],
    maxWorkers: 1,
    reporter: { update: () => {} },
  })
  const { code } = (await runBuild(config, { entry, platform: 'android', dev: false })) as { code: string }
  return code
}

/** Returns the first address in a server's output. */
async function addressIn(output: Readable): Promise<string> {
  let text = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)
    if (address) return address[0]
  }
  throw new Error(`The server ended:\n${text}`)
}
