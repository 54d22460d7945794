import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  clean: true,
  esbuildOptions(options) {
    // packages/local-servers has no build: it is bundled from their sources.
    options.conditions = ['@partner-accounts/source']
  },
})
