import { rank, snippetOf } from './rank.js'

const MAX_RESULTS = 12

/** The number of results by which a key moves from the current result. */
const STEPS = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/**
 * Sets up the search over pages, sections, fields, parameters, events and errors. The key `/` moves to it.
 *
 * @param {Record<string, string>} messages
 */
export function setUpSearch(messages) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById('search'))
  const results = /** @type {HTMLElement} */ (document.getElementById('results'))
  /** @type {Promise<import('./rank.d.ts').SearchEntry[]> | undefined} */
  let entries

  const search = async () => {
    entries ??= load(input.dataset.index ?? '')
    const query = input.value
    let loaded
    try {
      loaded = await entries
    } catch {
      // The next key requests the index again.
      entries = undefined
      return
    }
    // Typing went on while the entries were loaded.
    if (query !== input.value) return
    results.hidden = query.trim() === ''
    if (!results.hidden) show(rank(loaded, query), query)
  }

  /** @param {import('./rank.d.ts').SearchEntry[]} found @param {string} query */
  const show = (found, query) => {
    const count = document.createElement('p')
    count.setAttribute('role', 'status')
    const foundSome = found.length === 1 ? messages.foundOne : messages.found
    const message = found.length === 0 ? messages.noResults : foundSome
    count.textContent = message?.replace('{n}', String(found.length)) ?? ''
    const list = document.createElement('ul')
    list.append(...found.slice(0, MAX_RESULTS).map((entry) => itemOf(entry, query)))
    results.replaceChildren(count, ...(found.length > 0 ? [list] : []))
  }

  const close = () => {
    results.hidden = true
  }
  input.addEventListener('input', search)
  input.addEventListener('focus', search)
  // Searches for what was typed before this script was loaded.
  if (document.activeElement === input) void search()
  results.addEventListener('click', close)
  document.addEventListener('keydown', async (event) => {
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
    if (event.key === 'Enter' && event.target === input) {
      await search()
      results.querySelector('a')?.click()
    }
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && !event.target.closest('.search')) close()
  })
}

/** @param {string} url @returns {Promise<import('./rank.d.ts').SearchEntry[]>} */
async function load(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.json()
}

/** @param {import('./rank.d.ts').SearchEntry} entry @param {string} query */
function itemOf({ view, anchor, title, place, text }, query) {
  const link = document.createElement('a')
  const api = document.body.dataset.api ?? '.'
  link.href = `${api}/docs/${view}?lang=${document.documentElement.lang}${anchor === undefined ? '' : `#${anchor}`}`
  const details = document.createElement('small')
  details.textContent = [place, snippetOf(text, query)].filter(Boolean).join(' · ')
  link.append(title, details)
  const item = document.createElement('li')
  item.append(link)
  return item
}
