const STORED = 'reference-language'

/** Opens the tabs of code samples. A language that was chosen once is shown everywhere. */
export function openSamples() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')])

  /** @param {string | undefined} language */
  const show = (language) => {
    for (const tab of tabs) {
      const isChosen = tab.dataset.language === language
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isChosen
    }
  }

  /** @param {HTMLElement} tab */
  const choose = (tab) => {
    const before = tab.getBoundingClientRect().top
    show(tab.dataset.language)
    localStorage.setItem(STORED, tab.dataset.language ?? '')
    tab.focus()
    // Samples above have other lengths now.
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  }

  for (const tab of tabs) {
    tab.addEventListener('click', () => choose(tab))
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      const own = /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])])
      const next = own[(own.indexOf(tab) + step + own.length) % own.length]
      if (step !== 0 && next) choose(next)
    })
  }
  const stored = localStorage.getItem(STORED)
  if (stored !== null && tabs.some(({ dataset }) => dataset.language === stored)) show(stored)
}
