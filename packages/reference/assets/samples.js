import { createCall } from './sample-call.js'
import { highlight, SAMPLE_WRITERS } from './sample-writers.js'
import { storeChoice, storedChoice } from './storage.js'

/** Key of local storage. */
const LANGUAGE = 'reference-language'
/** Key of session storage, which all pages in this browser tab share. */
const EMAIL = 'reference-email'

/** The number of tabs by which a key moves from the current tab. */
const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

/** Sets up the tabs of code samples. All samples show the chosen language, and change with the form of their operation. */
export function setUpSamples() {
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
    storeChoice(LANGUAGE, tab.dataset.language ?? '')
    tab.focus()
    // Keeps the tab in place, because the samples above it now have other lengths.
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  }

  for (const tab of tabs) {
    tab.addEventListener('click', () => choose(tab))
    tab.addEventListener('keydown', ({ key }) => {
      const step = STEPS.get(key) ?? 0
      const siblings = /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])])
      const next = siblings[(siblings.indexOf(tab) + step + siblings.length) % siblings.length]
      if (step !== 0 && next) choose(next)
    })
  }
  for (const form of document.querySelectorAll('form.try')) {
    if (form instanceof HTMLFormElement) form.addEventListener('input', () => rewrite(form))
  }
  const stored = storedChoice(LANGUAGE)
  if (stored !== null && tabs.some(({ dataset }) => dataset.language === stored)) show(stored)
}

/**
 * Shows the fields for the e-mail. The entered e-mail replaces the placeholder in the samples of every page in this browser
 * tab.
 */
export function setUpEmail() {
  const rewriteAll = () => {
    for (const form of document.querySelectorAll('form.try')) if (form instanceof HTMLFormElement) rewrite(form)
  }
  for (const label of document.querySelectorAll('.sample-email')) {
    if (label instanceof HTMLElement) label.hidden = false
  }
  const stored = sessionStorage.getItem(EMAIL) ?? ''
  for (const input of document.querySelectorAll('.sample-email input, form.try [data-in=body][name=email]')) {
    if (!(input instanceof HTMLInputElement)) continue
    if (stored !== '') input.value = stored
    input.addEventListener('input', () => {
      sessionStorage.setItem(EMAIL, input.value.trim())
      rewriteAll()
    })
  }
  if (stored !== '') rewriteAll()
}

/** Writes an operation's samples with the values of its form. @param {HTMLFormElement} form */
function rewrite(form) {
  const operation = /** @type {import('./sample-call.d.ts').SampleOperation} */ (form.dataset.operation)
  const settings = JSON.parse(document.body.dataset.samples ?? '{}')
  const email = sessionStorage.getItem(EMAIL) ?? ''
  if (email !== '') settings.values.email = email
  for (const input of form.querySelectorAll('[data-in]')) {
    const { name, value, dataset } = /** @type {HTMLInputElement} */ (input)
    if (value !== '') settings.values[dataset.in === 'json' ? 'body' : name] = value
  }
  const call = createCall(operation, settings)
  for (const [language, write] of Object.entries(SAMPLE_WRITERS)) {
    const code = document.querySelector(`#sample-${operation}-${language} code`)
    if (code) code.innerHTML = highlight(write(call))
  }
}
