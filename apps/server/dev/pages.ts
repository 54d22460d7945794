import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createServer, defaultClientConditions, type Plugin, type ViteDevServer } from 'vite'
import { insertNames, type PageNames } from '../src/static/page-names.ts'
import { APP_DIRECTIVES, pagePolicy } from '../src/static/page-policy.ts'
import type { Loaded } from './messages.ts'

/** Permits the inline script, inline styles and WebSocket of Vite's client. */
const POLICY = pagePolicy({
  ...APP_DIRECTIVES,
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self' ws: wss:",
  // The gallery shows pages in a frame.
  'frame-ancestors': "'self'",
})

const APPS = ['portal', 'console'] as const
type App = (typeof APPS)[number]

/** The portal and the console from their sources, with hot replacement over the service's own address. */
export class Pages {
  readonly #apps: ReadonlyMap<App, ViteDevServer>

  private constructor(apps: ReadonlyMap<App, ViteDevServer>) {
    this.#apps = apps
  }

  static async open(server: Server, settings: Loaded): Promise<Pages> {
    const apps = new Map<App, ViteDevServer>()
    for (const name of APPS) apps.set(name, await openApp(name, server, settings))
    return new Pages(apps)
  }

  /** Responds to a request for a page or one of its modules; returns `false` for anything else. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const [pathname = '/', search = ''] = (request.url ?? '/').split('?')
    const app = appOf(pathname)
    const vite = app && this.#apps.get(app)
    if (!vite) return false
    // Vite serves the page below its base only.
    if (pathname === '/activate' || pathname === `/${app}`) request.url = `/${app}/`
    if (new URLSearchParams(search).has('gallery')) request.url = `/${app}/gallery/`
    response.setHeader('content-security-policy', POLICY)
    response.setHeader('referrer-policy', 'no-referrer')
    vite.middlewares(request, response)
    return true
  }

  async close(): Promise<void> {
    await Promise.all([...this.#apps.values()].map((vite) => vite.close()))
  }
}

function appOf(pathname: string): App | undefined {
  if (pathname === '/activate') return 'portal'
  // The service itself has these routes, for the operators' OpenID provider and for mails.
  if (pathname.startsWith('/console/oidc/') || pathname.startsWith('/portal/mails/')) return undefined
  return APPS.find((name) => pathname === `/${name}` || pathname.startsWith(`/${name}/`))
}

function openApp(
  name: App,
  server: Server,
  { publicUrl, productName, sdkName, supportUrl }: Loaded,
): Promise<ViteDevServer> {
  const root = path.dirname(createRequire(import.meta.url).resolve(`@partner-accounts/${name}/package.json`))
  return createServer({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    resolve: { conditions: ['@partner-accounts/source', ...defaultClientConditions] },
    server: { middlewareMode: true, ws: { server }, allowedHosts: [new URL(publicUrl).hostname] },
    plugins: [withNames({ productName, sdkName, supportUrl }), withoutReactDom()],
  })
}

const withNames = (names: PageNames): Plugin => ({
  name: 'names',
  transformIndexHtml: (html) => insertNames(html, names),
})

/**
 * Removes `react-dom` from `optimizeDeps`. React's plugin adds it, but only the design system depends on it, so Vite
 * could not resolve it from the apps.
 */
const withoutReactDom = (): Plugin => ({
  name: 'without-react-dom',
  enforce: 'post',
  config: ({ optimizeDeps }) => {
    if (optimizeDeps?.include)
      optimizeDeps.include = optimizeDeps.include.filter((name) => !name.startsWith('react-dom'))
  },
})
