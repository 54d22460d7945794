/** The absolute `{base_url}`, derived from the address of this page. */
const BASE = new URL(`${document.body.dataset.api ?? '.'}/`, location.href).href.replace(/\/$/, '')

/** Keys of session storage. All pages in this browser tab share the values. Signing out removes them. */
const TOKEN = 'reference-token'
const ACCOUNT = 'reference-account'

/**
 * Sets up the forms that send requests.
 *
 * @param {Record<string, string>} messages
 * @param {(parent: ParentNode) => void} setUpCopyButtons
 */
export function setUpForms(messages, setUpCopyButtons) {
  const forms = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form.try')])
  for (const form of forms) {
    form.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const button = /** @type {HTMLButtonElement} */ (form.querySelector('button[type=submit]'))
      const outcome = /** @type {HTMLElement} */ (form.querySelector('.outcome'))
      button.disabled = true
      outcome.textContent = messages.sending ?? ''
      try {
        await send(form, outcome, messages, setUpCopyButtons)
      } catch {
        outcome.textContent = messages.failed ?? ''
      } finally {
        button.disabled = false
      }
    })
  }
  renewKey()
  fillInAccount()
  showSession()
  document.getElementById('sign-out')?.addEventListener('click', () => {
    sessionStorage.removeItem(TOKEN)
    sessionStorage.removeItem(ACCOUNT)
    showSession()
  })
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} outcome
 * @param {Record<string, string>} messages
 * @param {(parent: ParentNode) => void} setUpCopyButtons
 */
async function send(form, outcome, messages, setUpCopyButtons) {
  const { url, options } = requestOf(form)
  const start = performance.now()
  const response = await fetch(url, options)
  const text = await response.text()
  const time = Math.round(performance.now() - start)
  const body = parse(text)
  const isSignIn = form.dataset.operation === 'createToken' && response.ok
  if (isSignIn) {
    sessionStorage.setItem(TOKEN, String(body.token))
    showSession()
  }
  if (form.dataset.operation === 'createPartnerAccount' && response.ok) {
    renewKey()
    const { _id, secret } = body
    sessionStorage.setItem(ACCOUNT, JSON.stringify({ _id, secret }))
  }
  const summary = `${messages.status} ${response.status} · ${time} ${messages.time}`
  outcome.textContent = isSignIn ? `${summary} · ${messages.signedIn}` : summary
  const result = /** @type {HTMLElement} */ (form.querySelector('.result'))
  result.hidden = false
  result.replaceChildren(
    block(messages.responseBody, body === undefined ? text : JSON.stringify(body, null, 2)),
    block(messages.responseHeaders, [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
  )
  setUpCopyButtons(result)
  // Scrolls to the body, so that nobody misses the secret of a new account, which is shown only once.
  result.firstElementChild?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const { method = 'GET', path = '', secure } = form.dataset
  const url = new URL(BASE + path)
  /** @type {Record<string, string>} */
  const headers = {}
  /** @type {Record<string, string>} */
  const fields = {}
  let body = undefined
  for (const input of form.querySelectorAll('[data-in]')) {
    const { name, value, dataset } = /** @type {HTMLInputElement} */ (input)
    if (dataset.in === 'path') url.pathname = url.pathname.replace(encodeURI(`{${name}}`), encodeURIComponent(value))
    if (dataset.in === 'json') body = value
    if (dataset.in === 'body') {
      fields[name] = value
      body = JSON.stringify(fields)
    }
    if (value === '') continue
    if (dataset.in === 'query') url.searchParams.set(name, value)
    if (dataset.in === 'header') headers[name] = value
  }
  const token = sessionStorage.getItem(TOKEN)
  if (secure !== undefined && token !== null) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  // Omits the portal's cookies, because the REST interface has its own sign-in.
  const options = /** @type {const} */ ({ method, headers, credentials: 'omit', cache: 'no-store' })
  return { url, options: body === undefined ? options : { ...options, body } }
}

function showSession() {
  const isSignedIn = sessionStorage.getItem(TOKEN) !== null
  const session = document.getElementById('session')
  if (session) session.hidden = !isSignedIn
  for (const notice of document.querySelectorAll('[data-sign-in-first]')) {
    if (notice instanceof HTMLElement) notice.hidden = isSignedIn
  }
}

/** Fills in a fresh `Idempotency-Key`, so that the next request creates another account. */
function renewKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  fillIn(
    'createPartnerAccount',
    'Idempotency-Key',
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  )
}

/** Fills in the id and secret of the account that was created in this tab. */
function fillInAccount() {
  /** @type {{ _id?: string, secret?: string }} */
  const { _id = '', secret = '' } = JSON.parse(sessionStorage.getItem(ACCOUNT) ?? '{}')
  if (_id === '') return
  fillIn('getPartnerAccount', 'account_id', _id)
  fillIn('getPartnerAccount', 'X-Secret', secret)
  // Updates the samples, which listen to this event.
  document.getElementById('try-getPartnerAccount-account_id')?.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * @param {string} operation
 * @param {string} name
 * @param {string} value
 */
function fillIn(operation, name, value) {
  const input = document.getElementById(`try-${operation}-${name}`)
  if (input instanceof HTMLInputElement) input.value = value
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @param {string | undefined} title
 * @param {string} text
 */
function block(title, text) {
  const box = document.createElement('div')
  const heading = document.createElement('h4')
  heading.textContent = title ?? ''
  const code = document.createElement('div')
  code.className = 'code-block'
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'copy' })
  button.dataset.copy = ''
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.textContent = text
  code.append(button, pre)
  box.append(heading, code)
  return box
}
