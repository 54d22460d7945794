// Replaces the browser's storage by one in memory, with the theme and the language from the address. The developer's own
// session and choices stay unchanged. Must be imported before anything that reads the storage.

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true })
}

const address = new URLSearchParams(location.search)
for (const choice of ['theme', 'locale']) {
  const value = address.get(choice)
  if (value !== null) localStorage.setItem(`partner-accounts.${choice}`, value)
}
