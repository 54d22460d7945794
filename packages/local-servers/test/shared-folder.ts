import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

/** Creates a folder for the run, which tests read with `inject('sharedFolder')`. */
export default function sharedFolder(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-shared-'))
  // The tests that read it declare its type.
  project.provide('sharedFolder' as never, folder as never)
  return () => rmSync(folder, { recursive: true, force: true })
}
