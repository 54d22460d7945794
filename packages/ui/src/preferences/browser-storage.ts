type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Uses memory when the browser blocks its storage. */
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
