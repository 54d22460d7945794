type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns the browser's storage, or one in memory when the browser blocks it.
 *
 * @param storage a function, because reading `localStorage` can already throw
 */
function browserStorage(storage: () => Storage): Stored {
  try {
    const found = storage()
    const probe = 'partner-accounts.probe'
    found.setItem(probe, '')
    found.removeItem(probe)
    return found
  } catch {
    return memoryStorage()
  }
}

function memoryStorage(): Stored {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** What this browser remembers, such as the language. */
export const localChoices = browserStorage(() => localStorage)
/** What this tab remembers, also after a reload. */
export const tabStorage = browserStorage(() => sessionStorage)
