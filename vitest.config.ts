import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Packages are tested from their sources, so nothing has to be built first.
const conditions = ['@partner-accounts/source']

/** The files that take longest, most of them short: they start programs for minutes. */
const LONGEST = [
  'apps/console/test/console.test.ts',
  'apps/cluster/test/image.test.ts',
  'apps/bench/test/bench.test.ts',
  'apps/cluster/test/fail-over.test.ts',
  'apps/cluster/test/upgrade.test.ts',
  'packages/db/test/citus-rebalance.test.ts',
]

/** Starts the longest files first. The other workers would idle while one of them ran at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
    const [longest, others] = [files.filter((file) => rank(file) >= 0), files.filter((file) => rank(file) < 0)]
    return [...longest.sort((a, b) => rank(a) - rank(b)), ...(await super.sort(others))]
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ['packages/local-servers/test/processes-ended.ts', 'packages/local-servers/test/shared-folder.ts'],
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts'],
    // Files of one worker share modules, and with them one running service (apps/server/test/harness.ts). Starting a
    // service per file would take eight times as long. No test mocks a module.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than there are cores: some tests wait, for example until cached permissions expire.
    maxWorkers: availableParallelism() + 1,
    // Generous, because the machine may be busy. No test measures anything by these timeouts.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
