import { IS_BROWSER_BUILD } from './browser-build.ts'
import { isWorkers } from './is-workers.ts'

interface Globals {
  document?: object
  WorkerGlobalScope?: object
  Deno?: object
  process?: { versions?: object }
}

/** Returns whether this is a page or a web worker. Test environments such as jsdom have `document`, but run in Node. */
export function isBrowser(): boolean {
  const globals = globalThis as Globals
  if (!IS_BROWSER_BUILD && (globals.Deno || isWorkers())) return false
  if (globals.process?.versions) return false
  return !!globals.document || !!globals.WorkerGlobalScope
}
