const MAX_RESULTS = 12
const SNIPPET_LENGTH = 90

/** The result that a key moves to, from the current one. */
const STEPS = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/**
 * Opens the search over sections, fields, parameters and errors, also by `/`.
 *
 * @param {Record<string, string>} messages
 */
export function openSearch(messages) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById('search'))
  const results = /** @type {HTMLElement} */ (document.getElementById('results'))
  const entries = [...document.querySelectorAll('[data-search]')].map(entryOf)

  const search = () => {
    const terms = normalize(input.value).split(/\s+/).filter(Boolean)
    results.hidden = terms.length === 0
    if (terms.length === 0) return
    const found = entries
      .map((entry) => ({ entry, score: scoreOf(entry, terms) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
    const count = document.createElement('p')
    count.setAttribute('role', 'status')
    const foundSome = found.length === 1 ? messages.foundOne : messages.found
    const message = found.length === 0 ? messages.noResults : foundSome
    count.textContent = message?.replace('{n}', String(found.length)) ?? ''
    const list = document.createElement('ul')
    list.append(...found.slice(0, MAX_RESULTS).map(({ entry }) => itemOf(entry)))
    results.replaceChildren(count, ...(found.length > 0 ? [list] : []))
  }

  const close = () => {
    results.hidden = true
  }
  input.addEventListener('input', search)
  input.addEventListener('focus', search)
  results.addEventListener('click', close)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (event.key === '/' && !isTyping) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape') close()
    const step = STEPS.get(event.key) ?? 0
    const stops = [input, ...results.querySelectorAll('a')]
    const current = stops.findIndex((stop) => stop === event.target)
    if (step !== 0 && current >= 0 && !results.hidden) {
      event.preventDefault()
      stops[(current + step + stops.length) % stops.length]?.focus()
    }
    if (event.key === 'Enter' && event.target === input) results.querySelector('a')?.click()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && !event.target.closest('.search')) close()
  })
}

/** @typedef {{ id: string, title: string, text: string, place: string }} Entry */

/**
 * @param {Element} element
 * @returns {Entry}
 */
function entryOf(element) {
  const isField = element.tagName === 'DT'
  const heading = isField ? element : element.querySelector('h1, h2')
  const section = element.closest('section')
  const place = isField ? titleOf(section?.querySelector('h1, h2')) : ''
  const text = (isField ? element.nextElementSibling : element)?.textContent ?? ''
  return { id: element.id, title: titleOf(heading), text: text.replaceAll(/\s+/g, ' ').trim(), place }
}

/** @param {Element | null | undefined} heading */
const titleOf = (heading) =>
  (heading?.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?#\s*$/, '')
    .trim()

/**
 * @param {Entry} entry
 * @param {string[]} terms
 */
function scoreOf({ title, text, place }, terms) {
  const normalizedTitle = normalize(title)
  const all = `${normalizedTitle} ${normalize(place)} ${normalize(text)}`
  if (!terms.every((term) => all.includes(term))) return 0
  return 1 + terms.filter((term) => normalizedTitle.includes(term)).length * 2
}

/** @param {Entry} entry */
function itemOf({ id, title, text, place }) {
  const link = document.createElement('a')
  link.href = `#${id}`
  const details = document.createElement('small')
  details.textContent = [place, text.slice(0, SNIPPET_LENGTH)].filter(Boolean).join(' · ')
  link.append(title, details)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** Ignores case and accents. @param {string} text */
const normalize = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
