/** Returns the choice of an earlier visit, or `null` if there is none or the browser blocks storage. @param {string} name */
export function storedChoice(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {string} choice
 */
export function storeChoice(name, choice) {
  try {
    localStorage.setItem(name, choice)
  } catch {
    // The browser blocks storage, so the choice lasts only until the page is closed.
  }
}
