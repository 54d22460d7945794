import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { writePackedSdk } from './packed-sdk.ts'

const ROOT = '../../'
const GUIDES = 'docs/rest/'
const TOKENS = 'packages/ui/src/design/tokens.css'

/** The module that the build puts in place of `src/repository-files.ts`, with the texts in it. */
function inlinedFiles(): string {
  const guides = readdirSync(`${ROOT}${GUIDES}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${GUIDES}${name.replaceAll('\\', '/')}`)
  const texts = [...guides, TOKENS].map((file) => [file, readFileSync(`${ROOT}${file}`, 'utf8')])
  return `const TEXTS = ${JSON.stringify(Object.fromEntries(texts))}
export const readRepositoryFile = (file) => TEXTS[file]`
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
      name: 'inlined-files',
      setup: (build) => build.onLoad({ filter: /repository-files\.ts$/ }, () => ({ contents: inlinedFiles() })),
    },
  ],
})
