import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts', baseline: 'src/targets/baseline/main.ts', prisma: 'src/targets/prisma/main.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  esbuildOptions(options) {
    // packages/db has no build of its Prisma client, so it is bundled from its sources.
    options.conditions = ['@partner-accounts/source']
  },
})
