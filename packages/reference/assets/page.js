/** Makes the page searchable and sends requests. The page's policy allows requests to its own origin only. */
import { openSearch } from './search.js'
import { openSamples } from './samples.js'
import { openForms } from './try-it.js'

/** @type {Record<string, string>} */
export const messages = JSON.parse(document.body.dataset.messages ?? '{}')

openTheme()
openMenu()
openCopyButtons(document)
openSamples()
openSearch(messages)
openForms(messages, openCopyButtons)
openForPrint()

function openTheme() {
  const select = /** @type {HTMLSelectElement} */ (document.getElementById('theme'))
  const root = document.documentElement
  select.value = root.dataset.theme ?? 'auto'
  select.addEventListener('change', () => {
    if (select.value === 'auto') delete root.dataset.theme
    else root.dataset.theme = select.value
    localStorage.setItem('reference-theme', select.value)
  })
}

/** Opens all sections for printing. */
function openForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details')].filter(({ open }) => !open)
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
  })
}

/** Closes the menu on narrow screens, and marks the current section. */
function openMenu() {
  const menu = /** @type {HTMLDetailsElement} */ (document.querySelector('.menu'))
  const wide = matchMedia('(min-width: 62rem)')
  const follow = () => {
    menu.open = wide.matches
  }
  wide.addEventListener('change', follow)
  follow()
  menu.addEventListener('click', (event) => {
    if (!wide.matches && event.target instanceof Element && event.target.closest('a')) menu.open = false
  })

  const links = new Map([...menu.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = links.get(target.id)
        if (!isIntersecting || !link) continue
        for (const other of links.values()) other.removeAttribute('aria-current')
        link.setAttribute('aria-current', 'true')
      }
    },
    { rootMargin: '-20% 0px -75%' },
  )
  for (const section of document.querySelectorAll('main > section')) observer.observe(section)
}

/** @param {ParentNode} parent */
function openCopyButtons(parent) {
  for (const button of parent.querySelectorAll('[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue
    button.textContent = messages.copy ?? ''
    button.hidden = false
    button.addEventListener('click', async () => {
      await copy(button.nextElementSibling?.textContent ?? '')
      button.textContent = messages.copied ?? ''
      setTimeout(() => {
        button.textContent = messages.copy ?? ''
      }, 2000)
    })
  }
}

/**
 * Copies a text. Browsers offer their clipboard on secure origins only.
 *
 * @param {string} text
 */
async function copy(text) {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
