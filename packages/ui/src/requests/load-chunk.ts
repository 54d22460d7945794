import { tabStorage } from '../preferences/browser-storage.ts'

const KEY = 'partner-accounts.loaded-again-at'
const MIN_INTERVAL_MS = 60_000

/** A part of the page that was not loaded yet, while there is no connection. */
export class UnreachableError extends Error {}

/**
 * Reloads the page once if a deployment has replaced the file.
 *
 * @param address page to load; default: the current one
 * @throws {UnreachableError} when the service is unreachable
 * @throws the import's error when reloading did not help
 */
export async function loadChunk<T>(load: () => Promise<T>, address?: () => string | undefined): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const elapsed = Date.now() - Number(tabStorage.getItem(KEY) ?? 0)
    if (!(await isServiceReachable())) throw new UnreachableError('a part of the page was not loaded', { cause: error })
    if (elapsed < MIN_INTERVAL_MS) throw error
    tabStorage.setItem(KEY, String(Date.now()))
    location.assign(address?.() ?? location.href)
    // The page is about to unload.
    return new Promise(() => undefined)
  }
}

export const isServiceReachable = (): Promise<boolean> =>
  fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
