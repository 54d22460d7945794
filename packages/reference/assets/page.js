/** The script of every page. The pages' policy allows requests to their own origin only. */
import { setUpSearch } from './search.js'
import { setUpEmail, setUpSamples } from './samples.js'
import { storeChoice } from './storage.js'
import { setUpForms } from './try-it.js'

/** @type {Record<string, string>} */
export const messages = JSON.parse(document.body.dataset.messages ?? '{}')

followOldAnchor()
openTarget()
addEventListener('hashchange', openTarget)
setUpTheme()
setUpMenu()
setUpCopyButtons(document)
setUpSamples()
setUpSearch(messages)
setUpForms(messages, setUpCopyButtons)
setUpEmail()
setUpPrinting()

function setUpTheme() {
  const select = /** @type {HTMLSelectElement} */ (document.getElementById('theme'))
  const root = document.documentElement
  select.value = root.dataset.theme ?? 'auto'
  select.addEventListener('change', () => {
    if (select.value === 'auto') delete root.dataset.theme
    else root.dataset.theme = select.value
    storeChoice('reference-theme', select.value)
  })
}

/** Opens all sections while the page is printed. */
function setUpPrinting() {
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

/** Keeps the menu open on wide screens, and closes it on narrow ones. */
function setUpMenu() {
  const menu = /** @type {HTMLDetailsElement} */ (document.querySelector('.menu'))
  const wide = matchMedia('(min-width: 62rem)')
  const openOnWideScreen = () => {
    menu.open = wide.matches
  }
  wide.addEventListener('change', openOnWideScreen)
  openOnWideScreen()
}

/** Returns the anchor of the address, or an empty string for invalid escapes such as `#100%`. */
function decodedAnchor() {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** Redirects an anchor of the former single page, such as `docs#error-88`, to its view. */
function followOldAnchor() {
  const anchor = decodedAnchor()
  const isOverview = document.getElementById('introduction') !== null
  if (!isOverview || anchor === '' || anchor === 'introduction') return
  const exact = document.getElementById(anchor)
  if (exact instanceof HTMLAnchorElement) return location.replace(exact.href)
  const links = [...document.querySelectorAll('main a[id]')]
  const view = anchor.startsWith('event-')
    ? 'events'
    : longest(links.map(({ id }) => id).filter((id) => anchor.startsWith(`${id}-`)))
  const link = document.getElementById(view)
  if (link instanceof HTMLAnchorElement) location.replace(`${link.href}#${anchor}`)
}

/** @param {string[]} texts */
function longest(texts) {
  return texts.sort((one, other) => other.length - one.length)[0] ?? ''
}

/** Opens the sections that contain the target of the address, which not all browsers do. */
function openTarget() {
  const target = document.getElementById(decodedAnchor())
  if (!target) return
  for (let parent = target.closest('details'); parent; parent = parent.parentElement?.closest('details') ?? null) {
    parent.open = true
  }
  target.scrollIntoView({ behavior: 'instant' })
}

/** @param {ParentNode} parent */
function setUpCopyButtons(parent) {
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
