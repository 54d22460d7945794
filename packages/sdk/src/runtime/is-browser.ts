import { IS_BROWSER_BUILD } from './browser-build.ts'
import { isWorkers } from './is-workers.ts'

interface BrowserGlobals {
  document?: object
  WorkerGlobalScope?: object
  Deno?: object
  process?: { versions?: object }
}

/** Pages and web workers. Test environments such as jsdom have `document`, too, but run in Node. */
export function isBrowser(): boolean {
  const { document, WorkerGlobalScope, Deno, process } = globalThis as BrowserGlobals
  const isOtherRuntime = !IS_BROWSER_BUILD && (Deno || isWorkers())
  if (process?.versions || isOtherRuntime) return false
  return !!document || !!WorkerGlobalScope
}
