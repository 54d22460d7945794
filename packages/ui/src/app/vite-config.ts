import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { IconifyJSON } from '@iconify-json/lucide'
import react from '@vitejs/plugin-react'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import type { Plugin, UserConfigFnObject } from 'vite'

/** Vite's ids of virtual modules begin with `\0` once they are resolved. */
const ICON_MODULE = /^\0?virtual:lucide\/(.+)$/

/** Serves each icon as a module, so that a page loads only its icons. The package has all of them in one file. */
const lucideIcons = (): Plugin => {
  const { icons } = createRequire(import.meta.url)('@iconify-json/lucide/icons.json') as IconifyJSON
  const createIcon = fileURLToPath(new URL('../components/create-icon.tsx', import.meta.url))
  return {
    name: 'lucide-icons',
    resolveId: (id) => (ICON_MODULE.test(id) ? `\0${id}` : undefined),
    load(id) {
      const name = ICON_MODULE.exec(id)?.[1]
      if (name === undefined) return undefined
      const icon = icons[name]
      if (!icon) throw new Error(`Lucide has no icon "${name}". See https://lucide.dev/icons.`)
      const code = `import { createIcon } from ${JSON.stringify(createIcon)}
export default createIcon(${JSON.stringify(icon.body)})`
      return { code, moduleSideEffects: false }
    },
  }
}

const FIRST_FONTS = /\/instrument-(sans|serif)-[^/]*\.woff2$/

/** Preloads the fonts of the first page. Fonts that arrive late resize the text, and the page jumps. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `./${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            // The fonts load after the scripts, while these run and the network is idle.
            fetchpriority: 'low',
          },
          injectTo: 'head',
        })),
  },
})

const START_SCRIPT = 'assets/start.js'

/** Adds the script that loads the page again when one of the page's files is missing. Its name never changes. */
const addStartScript = (): Plugin => ({
  name: 'start-script',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('./start.js', import.meta.url))
    this.emitFile({ type: 'asset', fileName: START_SCRIPT, source })
  },
  // The script follows `<base>`, because its address is relative, and precedes the files that it watches.
  transformIndexHtml: (html) => html.replace(/<base [^>]*>/, `$&\n    <script src="./${START_SCRIPT}"></script>`),
})

/** @param name first segment of the app's paths */
export const appConfig =
  (name: 'portal' | 'console'): UserConfigFnObject =>
  ({ command }) => ({
    // Relative to the `<base>` that the service sets, so that the build works below any path.
    base: command === 'build' ? './' : `/${name}/`,
    plugins: [react(), lucideIcons(), preloadFonts(), addStartScript()],
    build: {
      // The content security policy forbids `data:` fonts, and inlined files cannot be cached.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The browsers that package.json lists, for scripts and styles.
      target: browserslistToEsbuild(),
      chunkSizeWarningLimit: 800,
      // One file with all that the first page imports compresses better than several files shared by pages.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  })
