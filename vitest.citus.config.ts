import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Tests of the service that start their own database or none, and tests of connections, which do not depend on it. */
const INDEPENDENT = [
  'apps/server/test/{clients,deployment,mail,observation,shared-rate-limit}/**',
  'apps/server/test/{database-unavailable,draining,health,sealing-key-rotation,slow-database,start}.test.ts',
  'apps/server/test/faults/{disk-full,mail-server-rejects,several-starts}.test.ts',
  'apps/server/test/hostile/{memory,raw-sockets,slow-clients}.test.ts',
  'apps/server/test/internal/mail-after-kill.test.ts',
  'apps/server/test/post-partner-accounts/idempotency-upgrade.test.ts',
]

/**
 * Runs the tests of the service with their databases on a Citus cluster: `pnpm test:citus`, or
 * `pnpm test:citus apps/server/test/post-tokens`. It requires the extension, so it is not part of `pnpm test`.
 */
export default mergeConfig(
  // Lists are merged by concatenation.
  { ...config, test: { ...config.test, include: [] } },
  defineConfig({
    test: {
      include: ['apps/server/test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...INDEPENDENT],
      globalSetup: ['packages/local-servers/test/citus-nodes.ts'],
      // One service and one distributed database for all files.
      maxWorkers: 1,
    },
  }),
)
