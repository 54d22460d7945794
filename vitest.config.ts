import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Packages are tested from their sources: nothing has to be built first.
const conditions = ['@partner-accounts/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A server that a test has forgotten would go on for ever.
    globalSetup: ['packages/local-servers/test/processes-ended.ts'],
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts'],
    // Read by .ci/run, which closes with the counts.
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
    // Files of one worker share modules, and with them one running service (apps/server/test/harness.ts): starting
    // one for each file would take eight times as long. No test mocks a module.
    isolate: false,
    // Some tests wait (a right that is withdrawn holds for some seconds): another worker goes on meanwhile.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What a test waits for takes its time on a machine that is busy; nothing is measured by these.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
