import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts', floor: 'src/contenders/floor/main.ts', prisma: 'src/contenders/prisma/main.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  esbuildOptions(options) {
    // What it takes of the database package beside its entry has no build of its own: it is bundled from its sources.
    options.conditions = ['@partner-accounts/source']
  },
})
