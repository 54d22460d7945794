import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts', baseline: 'src/targets/baseline/main.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  esbuildOptions(options) {
    // packages/local-servers has no build, so it is bundled from its sources.
    options.conditions = ['@partner-accounts/source']
  },
})
