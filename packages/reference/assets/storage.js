/** A choice of an earlier visit; `null` without one, and when the browser blocks storage. @param {string} name */
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
    // Lasts until the page is closed.
  }
}
