import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Tests of what no version of Node changes, or whose time goes to other programs. */
const INDEPENDENT = [
  // Browsers, deployments, benchmarks, generated clients and failing servers: the time goes to other programs.
  'apps/{bench,cluster,console,portal}/**',
  'apps/server/test/{clients,deployment,faults,hostile,observation,shared-rate-limit}/**',
  'packages/sdk/test/package/**',
  // Texts, documents and styles, which are the same files on every version.
  'packages/{lint,reference,ui}/**',
  'packages/api/test/{documentation,openapi}.test.ts',
  'packages/db/test/{generated-current,migrations-current}.test.ts',
  // What statements and migrations do in the database. Its connections, in other files, do depend on Node.
  'packages/db/test/{account-search,activity,apply-migrations,citus,citus-rebalance,constraints,later-release,online-migrations,operator-lists,previous-release}.test.ts',
  // Use cases. Their HTTP, sign-in, sessions and passwords are in other files.
  'apps/ops/test/{account-lifecycle,documentation}.test.ts',
  'apps/server/test/{account-search,account-status,partner-isolation,team}.test.ts',
  'apps/server/test/internal/**',
  'apps/server/test/operators/{roles,sign-in-links}.test.ts',
]

/** Runs the tests of what depends on Node's version. `.ci/run` runs it on the other supported version. */
export default mergeConfig(config, defineConfig({ test: { exclude: [...configDefaults.exclude, ...INDEPENDENT] } }))
