import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { citusPrograms } from './packages/local-servers/src/citus-cluster.ts'

// Packages are tested from their sources, so `unit` and `service` require no build.
const conditions = ['@partner-accounts/source']

/** The slowest files of the system tier, ordered so that files that mostly wait run beside files that compute. */
const SLOW_SYSTEM_FILES = [
  'console/test/console',
  'cluster/test/fail-over',
  'bench/test/bench',
  'portal/test/pages',
  'portal/test/people',
  'portal/test/other-browsers',
  'portal/test/import',
  'server/test/observation/firing-alerts',
  'sdk/test/package/shared-budget',
  'server/test/start',
  'cluster/test/key-rotation',
  'portal/test/create-account',
  'sdk/test/cli',
  'server/test/internal/mail-after-kill',
  'server/test/faults/several-starts',
  'portal/test/samples',
  'server/test/faults/mail-throughput',
  'db/test/citus-rebalance',
  'sdk/test/batch',
  'cluster/test/upgrade',
  'cluster/test/release',
  'sdk/test/package/type-check',
  'sdk/test/package/reference',
].map((file) => `${file}.system.test.ts`)

/** The slowest files of the service tier, in the order in which they start. */
const SLOW_SERVICE_FILES = [
  'client/test/app-router',
  'server/test/hostile/generated-requests',
  'server/test/hostile/slow-clients',
  'server/test/webhooks/webhooks',
  'server/test/team',
  'sdk/test/shared-budget',
  'server/test/passwords',
  'server/test/request-log',
  'client/test/failing-servers',
  'sdk/test/many-calls',
].map((file) => `${file}.test.ts`)

/**
 * Tests of the service that are repeated on Citus: directories over all partners, transactions over several shards, and
 * failures of its servers. Other tests are not repeated, because packages/db/test/citus.system.test.ts calls every method
 * of the stores.
 */
const ON_CITUS = [
  'faults/{instance,postgres}-failures.system',
  'internal/{erasure,subscriptions}',
  'post-partner-accounts/{88,coupon,idempotency}',
].map((file) => `apps/server/test/${file}.test.ts`)

/** The test of the containers. It adds networks to the machine, which makes Chromium cancel requests. */
const CONTAINERS = 'apps/cluster/test/image.system.test.ts'

/** Tests of the REST interface, repeated with test partners. */
const IN_TEST_MODE = ['{get,post}-*/*', 'order-of-checks', 'permissions', 'tokens'].map(
  (file) => `apps/server/test/${file}.test.ts`,
)

/** Starts the slow files first. If a slow file started last, the other workers would idle while it runs. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      [...SLOW_SYSTEM_FILES, ...SLOW_SERVICE_FILES].findIndex((file) => moduleId.endsWith(`/${file}`))
    const slow = files.filter((file) => rank(file) >= 0)
    const others = files.filter((file) => rank(file) < 0)
    return [...slow.sort((a, b) => rank(a) - rank(b)), ...(await super.sort(others))]
  }
}

/** @param groupOrder a project begins when those with lower numbers have ended */
const project = (
  name: string,
  groupOrder: number,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name,
    sequence: { groupOrder },
    // Files of one worker share modules, and with them one running service (apps/server/test/harness.ts). Starting a
    // service per file would take eight times as long. No test mocks a module.
    isolate: false,
    // Generous, because the machine may be busy. No test checks a duration with these timeouts.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    ...options,
  },
})

const servers = 'packages/local-servers/test'
const withoutProcesses = { setupFiles: [`${servers}/no-processes.ts`] }
const withProcesses = {
  globalSetup: [`${servers}/processes-ended.ts`, `${servers}/shared-folder.ts`],
  setupFiles: [`${servers}/resolve-links.ts`],
}

/** CONTRIBUTING.md describes the tiers. */
export default defineConfig({
  test: {
    projects: [
      project('unit', 0, { ...withoutProcesses, include: ['{packages,apps}/*/src/**/*.test.ts'] }),
      project('service', 1, {
        ...withoutProcesses,
        include: ['{packages,apps}/*/test/**/*.test.ts'],
        exclude: [...configDefaults.exclude, '**/*.system.test.ts'],
      }),
      project('service-test-mode', 1, {
        setupFiles: [...withoutProcesses.setupFiles, 'apps/server/test/test-mode-exceptions.ts'],
        include: IN_TEST_MODE,
        provide: { partnerMode: 'test' },
      }),
      project('system', 2, {
        ...withProcesses,
        include: ['{packages,apps}/*/test/**/*.system.test.ts'],
        exclude: [...configDefaults.exclude, CONTAINERS],
      }),
      project('system-containers', 3, { ...withProcesses, include: [CONTAINERS], maxWorkers: 1 }),
      project('system-citus', 3, {
        ...withProcesses,
        globalSetup: [...withProcesses.globalSetup, `${servers}/citus-nodes.ts`],
        include: citusPrograms() === undefined ? [] : ON_CITUS,
        // One service and one distributed database for all files.
        maxWorkers: 1,
      }),
    ],
    // Transformed sources stay in `node_modules/.experimental-vitest-cache`, so that a test of the service starts in 4 s
    // instead of 6. `vitest --clearCache` deletes them, for example after a change of tsconfig.base.json.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFilesFirst },
    // One more than there are cores, because some tests wait, for example until cached permissions expire. Only projects
    // that require one worker set their own number, because a project's number overrides `--maxWorkers`.
    maxWorkers: availableParallelism() + 1,
  },
})
