type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** `survivesReload`: false in memory. */
type BrowserStorage = Stored & { survivesReload: boolean }

/** Uses memory when the browser blocks its storage. */
function browserStorage(storage: () => Storage): BrowserStorage {
  try {
    const found = storage()
    const probe = 'partner-accounts.probe'
    found.setItem(probe, '')
    found.removeItem(probe)
    return {
      getItem: (key) => found.getItem(key),
      setItem: (key, value) => found.setItem(key, value),
      removeItem: (key) => found.removeItem(key),
      survivesReload: true,
    }
  } catch {
    return memoryStorage()
  }
}

function memoryStorage(): BrowserStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    survivesReload: false,
  }
}

export const localChoices = browserStorage(() => localStorage)
export const tabStorage = browserStorage(() => sessionStorage)
