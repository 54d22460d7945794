import { defineConfig } from 'vitest/config'

// Packages are tested from their sources: nothing has to be built first.
const conditions = ['@partner-accounts/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts'],
    // Read by .ci/run, which closes with the counts.
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
