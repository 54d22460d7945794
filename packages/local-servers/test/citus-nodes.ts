import type { TestProject } from 'vitest/node'
import { citusPrograms, startCitus } from '../src/index.ts'

/** Starts a Citus cluster for the run, whose nodes tests read with `inject('citusNodes')`. */
export default async function citusNodes(project: TestProject): Promise<() => Promise<void>> {
  const programs = citusPrograms()
  if (programs === undefined) throw new Error('the extension citus is not installed for PostgreSQL')
  const cluster = await startCitus(programs)
  // The tests that read it declare its type.
  project.provide('citusNodes' as never, cluster.nodes as never)
  return () => cluster.stop()
}
