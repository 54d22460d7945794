import { rmSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'

// Not the option `clean`: these configurations run concurrently, and would remove each other's files.
rmSync('dist', { recursive: true, force: true })

const common: Options = {
  // The built client is a single file. Entries share little code, so few lines are in several files.
  splitting: false,
  // Only some entries use Node's types: `pnpm typecheck` checks the others without.
  tsconfig: 'src/node/tsconfig.json',
  target: 'es2022',
  platform: 'neutral',
  external: [/^node:/],
  // Inlines constants. Names and white space stay, so that the code can be read without source maps: partners' builds minify it.
  minifySyntax: true,
}
const entry = {
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
  batch: 'src/node/batch/index.ts',
  webhooks: 'src/webhooks/index.ts',
}
// tsup sets an option that TypeScript 6 reports as deprecated.
const dts = { compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } }

export default defineConfig([
  { ...common, entry, format: 'esm', dts },
  // Without the code that only other runtimes and servers need.
  {
    ...common,
    entry: { browser: 'src/index.ts' },
    format: 'esm',
    esbuildPlugins: [
      {
        name: 'browser-build',
        setup: (build) =>
          build.onLoad({ filter: /\/browser-build\.ts$/ }, () => ({
            contents: 'export const IS_BROWSER_BUILD = true',
          })),
      },
    ],
  },
  {
    ...common,
    entry: { cli: 'src/node/cli/main.ts' },
    format: 'esm',
    banner: { js: '#!/usr/bin/env node' },
  },
  {
    ...common,
    entry,
    format: 'cjs',
    dts,
    // Loads msw by `require`, which only CommonJS has.
    esbuildPlugins: [
      {
        name: 'load-msw',
        setup: (build) =>
          build.onResolve({ filter: /\/load-msw\.ts$/ }, ({ resolveDir }) => ({
            path: `${resolveDir}/load-msw-cjs.ts`,
          })),
      },
    ],
  },
])
