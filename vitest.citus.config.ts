import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/**
 * Runs tests of the service with their databases on a Citus cluster: `pnpm test:citus apps/server/test/post-tokens`. It
 * requires the extension, so it is not part of `pnpm test`.
 */
export default mergeConfig(
  config,
  defineConfig({
    test: {
      globalSetup: ['packages/local-servers/test/citus-nodes.ts'],
      // One service and one distributed database for all files.
      maxWorkers: 1,
    },
  }),
)
