import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Tests of the service whose guarantees do not depend on the kind of database. */
const INDEPENDENT = [
  // They start their own database or none, or are about connections.
  'apps/server/test/{clients,deployment,mail,observation,shared-rate-limit}/**',
  'apps/server/test/{database-unavailable,draining,health,sealing-key-rotation,slow-database,start}.test.ts',
  'apps/server/test/faults/{disk-full,mail-server-rejects,several-starts}.test.ts',
  'apps/server/test/hostile/{memory,raw-sockets,slow-clients}.test.ts',
  'apps/server/test/internal/mail-after-kill.test.ts',
  'apps/server/test/post-partner-accounts/idempotency-upgrade.test.ts',
  // HTTP and files: headers, methods, languages, compression, pages, logs.
  'apps/server/test/{compression,edge,logs,portal,reference,root}.test.ts',
  // Requests of which most are rejected before any statement, and what is counted in the process.
  'apps/server/test/hostile/{generated-requests,native-router}.test.ts',
  'apps/server/test/internal/text-limits.test.ts',
  'apps/server/test/{native-rate-limit,order-of-checks,rate-limit}.test.ts',
  'apps/server/test/{get-partner-account,get-partner-accounts,post-partner-accounts}/{401,403,413,422}.test.ts',
  'apps/server/test/post-tokens/422.test.ts',
  // The sign-in at the provider. `operators/sign-in-links` tests the sessions.
  'apps/server/test/operators/openid.test.ts',
  // Clocks of instances, and public records.
  'apps/server/test/faults/clock-skew.test.ts',
  'apps/server/test/lookups.test.ts',
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
