import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  clean: true,
  esbuildOptions(options) {
    // The local servers have no build of their own: they are bundled from their sources.
    options.conditions = ['@partner-accounts/source']
  },
})
