import react from '@vitejs/plugin-react'
import type { Plugin, UserConfigFnObject } from 'vite'

const FIRST_FONTS = /\/instrument-(sans|serif)-[^/]*\.woff2$/

/** Without it, the text changes its size when fonts arrive, and the page jumps. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          // While the scripts run, nothing else loads, so fonts need not delay them.
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

/** @param name the first segment of the app's paths */
export const appConfig =
  (name: 'portal' | 'console'): UserConfigFnObject =>
  ({ command }) => ({
    // Relative to the base that the service sets, so the app works behind any prefix.
    base: command === 'build' ? './' : `/${name}/`,
    plugins: [react(), preloadFonts()],
    // In development, Vite serves the sources and the running service the rest. The service compares Host and
    // Origin.
    server: { proxy: { '^/(trpc|partners)/': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
    build: {
      // The page's policy allows no `data:` fonts, and an inlined file cannot be cached.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Vite's default minifier is not installed: see pnpm-workspace.yaml.
      cssMinify: 'esbuild',
      chunkSizeWarningLimit: 800,
      // One file compresses better than the parts that several pages share.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  })
