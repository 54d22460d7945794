import react from '@vitejs/plugin-react'
import type { Plugin, UserConfigFnObject } from 'vite'

/** The fonts of texts that every page shows first. */
const FIRST_FONTS = /\/instrument-(sans|serif)-[^/]*\.woff2$/

/** Loads fonts together with the scripts. Otherwise the text changes its size when they arrive, and the page jumps. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          // While the scripts run, nothing else is loaded: fonts need not delay them.
          attrs: {
            rel: 'preload',
            href: `./${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            fetchpriority: 'low',
          },
          injectTo: 'head',
        })),
  },
})

/**
 * Returns the build of an app.
 *
 * @param name the first part of the paths of its pages
 */
export const appConfig =
  (name: 'portal' | 'console'): UserConfigFnObject =>
  ({ command }) => ({
    // Addresses are relative to the page's base, which the service sets, so the app works behind any prefix.
    base: command === 'build' ? './' : `/${name}/`,
    plugins: [react(), preloadFonts()],
    // In development, Vite serves the sources and the running service everything else. The service compares Host and Origin.
    server: { proxy: { '^/(trpc|partners)/': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
    build: {
      // The page's policy allows no `data:` fonts, and an inlined file cannot be cached separately.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Vite's default minifier is not installed, see pnpm-workspace.yaml.
      cssMinify: 'esbuild',
    },
  })
