type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Returns a storage of the browser. When the browser blocks it, everything works until the page is closed.
 *
 * @param storage throws when the browser blocks it
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

export const localChoices = browserStorage(() => localStorage)
export const tabStorage = browserStorage(() => sessionStorage)
