import { tabStorage } from '../preferences/browser-storage.ts'

const RELOADED_AT_KEY = 'partner-accounts.loaded-again-at'
const MIN_RELOAD_INTERVAL_MS = 60_000
/** If the page is still open after this time, the person chose to stay when the browser asked. */
const UNLOAD_TIMEOUT_MS = 20_000

/** A part of the page cannot be loaded, because the service is unreachable. */
export class UnreachableError extends Error {}

/**
 * Imports a part of the page. If a deployment has replaced its file, loads the page again, at most once a minute.
 *
 * @param address page to load; default: the current one
 * @throws {UnreachableError} when the service is unreachable
 * @throws the import's error if the page was reloaded less than a minute ago, storage is blocked, or the person stays
 */
export async function loadChunk<T>(load: () => Promise<T>, address?: () => string | undefined): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(await isServiceReachable())) throw new UnreachableError('a part of the page was not loaded', { cause: error })
    // Without storage, the page would forget each reload, and reload again and again.
    const isStorageAvailable = tabStorage instanceof Storage
    const sinceReloadMs = Date.now() - Number(tabStorage.getItem(RELOADED_AT_KEY) ?? 0)
    if (!isStorageAvailable || sinceReloadMs < MIN_RELOAD_INTERVAL_MS) throw error
    tabStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    const next = address?.()
    if (next === undefined) location.reload()
    else location.assign(next)
    await new Promise((resolve) => setTimeout(resolve, UNLOAD_TIMEOUT_MS))
    throw error
  }
}

export const isServiceReachable = (): Promise<boolean> =>
  fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
