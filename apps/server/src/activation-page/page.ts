import type { Locale } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import { PAGE_WORDS } from './words.ts'

/** Where an e-mailed link leads: a form for the password. The token stays in the address, for the script to take. */
export function pageOf(locale: Locale): string {
  const words = PAGE_WORDS[locale]
  const field = (name: string, label: string) => `
        <label for="${name}">${label}</label>
        <input id="${name}" type="password" autocomplete="new-password" required minlength="${LIMITS.password.min}"
          maxlength="${LIMITS.password.max}" aria-describedby="hint">`
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${words.title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="activate/page.css">
    <script src="activate/page.js" type="module"></script>
  </head>
  <body>
    <main>
      <h1>${words.title}</h1>
      <form id="form" data-different="${words.different}" data-unreachable="${words.unreachable}">
        <p>${words.intro}</p>${field('password', words.password)}${field('again', words.again)}
        <p id="hint">${words.hint}</p>
        <p id="refusal" role="alert"></p>
        <button>${words.submit}</button>
      </form>
      <p id="done" role="status" tabindex="-1" hidden>${words.done}</p>
    </main>
  </body>
</html>
`
}

export const PAGE_SCRIPT = `
const form = document.querySelector('#form')
const refusal = document.querySelector('#refusal')
const token = new URLSearchParams(location.search).get('token') ?? ''
// Out of the address bar and the history: whoever comes to this screen next must not find it.
history.replaceState(null, '', location.pathname)

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [password, again] = ['#password', '#again'].map((field) => form.querySelector(field).value)
  refusal.textContent = password === again ? '' : form.dataset.different
  if (password !== again) return
  const button = form.querySelector('button')
  button.disabled = true
  refusal.textContent = await activate(password)
  button.disabled = false
  if (refusal.textContent !== '') return
  form.hidden = true
  const done = document.querySelector('#done')
  done.hidden = false
  done.focus()
})

/** What the service refuses with, in the reader's words; empty when it is done. */
async function activate(password) {
  try {
    const response = await fetch('trpc/activation.activate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    })
    const { error } = await response.json()
    if (!error) return ''
    const { fields, uiMessage } = error.data
    return fields?.password?.join(' ') ?? uiMessage ?? error.message
  } catch {
    return form.dataset.unreachable
  }
}
`

export const PAGE_STYLE = `
:root { --accent: #0b6b5c; --ground: #fff; --text: #1d2624; --line: #8aa19c; --alert: #a4161a; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --accent: #6fd0bf; --ground: #1c2022; --text: #e6eceb; --line: #6a7c79; --alert: #ff9a9d; }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 24rem; margin: 12vh auto; padding: 0 1.25rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.6rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 6px; }
button { width: 100%; padding: 0.7rem; font: inherit; font-weight: 600; color: var(--ground); background: var(--accent);
  border: 0; border-radius: 6px; cursor: pointer; }
button:disabled { opacity: 0.6; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
#hint { font-size: 0.9rem; }
#refusal { color: var(--alert); font-weight: 600; }
#refusal:empty { display: none; }
`
