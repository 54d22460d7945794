import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Packages are tested from their sources, so nothing has to be built first.
const conditions = ['@partner-accounts/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ['packages/local-servers/test/processes-ended.ts'],
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts'],
    // Files of one worker share modules, and with them one running service (apps/server/test/harness.ts). Starting a
    // service per file would take eight times as long. No test mocks a module.
    isolate: false,
    // One more than there are cores: some tests wait, for example until cached permissions expire.
    maxWorkers: availableParallelism() + 1,
    // Generous, because the machine may be busy. No test measures anything by these timeouts.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
