import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts', floor: 'src/contenders/floor/main.ts', prisma: 'src/contenders/prisma/main.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  esbuildOptions(options) {
    // The Prisma client of packages/db has no separate build: it is bundled from its sources.
    options.conditions = ['@partner-accounts/source']
  },
})
