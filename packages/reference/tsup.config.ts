import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { writePackedSdk } from './packed-sdk.ts'

const GUIDES = '../../docs/rest'

/** The module that the build puts in place of `src/guide-files.ts`, with the texts in it. */
function inlinedGuides(): string {
  const names = readdirSync(GUIDES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const texts = names.map((name) => [name.replaceAll('\\', '/'), readFileSync(`${GUIDES}/${name}`, 'utf8')])
  return `const TEXTS = ${JSON.stringify(Object.fromEntries(texts))}
export const readGuide = (file) => TEXTS[file]`
}

export default defineConfig({
  entry: { index: 'src/index.ts', samples: 'src/samples/index.ts' },
  format: 'esm',
  target: 'es2022',
  clean: true,
  sourcemap: true,
  onSuccess: () => Promise.resolve(writePackedSdk('../sdk', 'dist/sdk')),
  esbuildPlugins: [
    {
      name: 'inlined-guides',
      setup: (build) => build.onLoad({ filter: /guide-files\.ts$/ }, () => ({ contents: inlinedGuides() })),
    },
  ],
})
