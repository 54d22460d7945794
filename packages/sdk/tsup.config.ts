import { rmSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'

// Replaces the option `clean`, because these configurations run concurrently and would delete each other's files.
rmSync('dist', { recursive: true, force: true })

const common: Options = {
  // Each entry is a single file. Entries share little code, so few lines are duplicated.
  splitting: false,
  // Some entries use Node's types. `pnpm typecheck` checks the others without these types.
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
const declarations = { compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } }

export default defineConfig([
  { ...common, entry, format: 'esm' },
  // The browser build leaves out code that only servers and other runtimes need.
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
  // Writes the declarations of both formats together, so that types are checked once.
  { ...common, entry, format: ['esm', 'cjs'], dts: { ...declarations, only: true } },
])
