/** Hands a file to the browser, to be saved. */
export function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser has yet to take it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
