import { expect, it } from 'vitest'
import { checkScreen } from './check-screen.ts'
import { deferred } from '@partner-accounts/local-servers/browser'
import { describePortal, signIn } from './browser.ts'
import { customersFile } from './typed-account.ts'

/** Runs in a page before its scripts, and makes its browser block storage. */
function blockWebStorage(): void {
  const blocked = {
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  Object.defineProperties(window, { localStorage: blocked, sessionStorage: blocked })
}

/** Low, so that a test can exceed it, with a short countdown. */
const LIMIT = { RATE_LIMIT_REQUESTS: '14', RATE_LIMIT_WINDOW_SECONDS: '4' }

describePortal('the portal', LIMIT, (portal) => {
  it('ignores an address outside the portal after sign-in, and shows that an unknown page does not exist', async () => {
    const { service, open } = portal()
    const user = await service.addUser()
    const page = await open('/portal/sign-in?next=/portal/../portalium')
    await signIn(page, user.email)
    await page.getByRole('heading', { name: 'Contas' }).waitFor()
    await page.goto('/portal/accounts/1/2/3')
    await page.getByRole('heading', { name: 'Esta página não existe' }).waitFor()
  })

  it('works in a browser that blocks storage, except for batches', async () => {
    const { service, open } = portal()
    const user = await service.addUser()
    const page = await open('/portal/nowhere')
    await page.addInitScript(blockWebStorage)
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      navigator.locks.query = () => Promise.reject(new DOMException('denied', 'SecurityError'))
      navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'))
    })
    await page.goto('/portal/import')
    await signIn(page, user.email)
    await page.getByText('Este navegador não permite guardar dados').waitFor()
    await page.getByRole('link', { name: 'Contas', exact: true }).click()
    await page.getByText('Sua primeira conta começa aqui').waitFor()
  })

  it('does not reload forever for a missing chunk in a browser that blocks storage', async () => {
    const { service, open } = portal()
    const user = await service.addUser()
    const opened = await open('/portal/nowhere')
    // A page of `open` fails its test if it logs an error, such as that of the missing chunk.
    const page = await opened.context().newPage()
    await page.addInitScript(blockWebStorage)
    await page.goto('/portal/accounts')
    await signIn(page, user.email)
    let missing = 0
    await page.route(/new-account-page.*\.js$/, (route) => {
      missing += 1
      return route.fulfill({ status: 404 })
    })
    await page.getByRole('main').getByRole('link', { name: 'Nova conta' }).click()
    await page.getByRole('heading', { name: 'Esta página parou de funcionar' }).waitFor()
    expect(missing).toBe(1)
  })

  it.each(['/portal', '/console'])('shows a message when the scripts of %s do not load', async (path) => {
    const { open } = portal()
    const page = await open('/portal/nowhere')
    const message = page.getByText('Esta página não abriu')
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(await message.isVisible()).toBe(false)
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(path)
    await message.waitFor()
    await checkScreen(page, `not-opened${path.replace('/', '-')}`)
  })

  it('fits a phone when its text is twice as large', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/accounts', { viewport: { width: 390, height: 844 } })
    for (const path of ['accounts/new', 'import', 'developers', 'profile', 'team']) {
      await page.goto(`/portal/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  })

  it('shows a message when the app fails before it renders a page', async () => {
    const { open } = portal()
    const opened = await open('/portal/nowhere')
    // A page of `open` fails its test if it logs an error.
    const page = await opened.context().newPage()
    await page.addInitScript(() => {
      Intl.NumberFormat.prototype.format = () => {
        throw new RangeError('unsupported')
      }
      Reflect.set(Intl, 'DateTimeFormat', () => {
        throw new RangeError('unsupported')
      })
    })
    await page.goto(opened.url())
    await page.getByText('Esta página não abriu').waitFor()
  })

  it('asks to sign in and for a new file when what the browser stores is damaged', async () => {
    const { service, open, openAs } = portal()
    const user = await service.addUser()
    const damaged = await open('/portal/nowhere')
    await damaged.evaluate(() => {
      for (const name of ['session', 'locale', 'theme', 'columns', 'shortcuts'])
        localStorage.setItem(`partner-accounts.${name}`, '{"')
    })
    await damaged.goto('/portal/accounts')
    await damaged.getByRole('heading', { name: 'Entrar' }).waitFor()

    const page = await openAs(user, '/portal/import')
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
    await page.evaluate(
      (userId) =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('partner-accounts')
          opening.onerror = reject
          opening.onsuccess = () => {
            const writing = opening.result.transaction(['drafts', 'draftFiles'], 'readwrite')
            // Cannot be decrypted.
            const sealed = { iv: new Uint8Array(12), content: new ArrayBuffer(3) }
            writing.objectStore('drafts').put({ userId, id: '1', remaining: 2, sealed })
            writing.objectStore('draftFiles').put({ userId, fileName: 'clientes.csv', sheets: sealed })
            writing.oncomplete = () => {
              opening.result.close()
              resolve(undefined)
            }
          }
        }),
      user.id,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  })

  it('reloads once when a chunk is gone after a deployment', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts')
    let requests = 0
    await page.route(/new-account-page.*\.js$/, (route) => {
      requests += 1
      return requests === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: 'Nova conta' }).click()
    await page.getByRole('heading', { name: 'Nova conta' }).waitFor()
    expect(requests).toBe(2)
  })

  it('loads again when its first script is missing during a deployment, and shows a message if it stays missing', async () => {
    const page = await portal().open('/portal/sign-in')
    const scripts = /assets\/(first|index)-.*\.js$/
    let requests = 0
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(scripts, (route) => {
      requests += 1
      return requests <= 2 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await page.reload()
    await page.getByLabel('Senha').waitFor()
    expect(loads).toBeGreaterThan(1)

    await page.unroute(scripts)
    await page.route(scripts, (route) => route.fulfill({ status: 404 }))
    await page.evaluate(() => sessionStorage.clear())
    loads = 0
    await page.reload()
    await page.getByRole('heading', { name: 'Esta página não abriu' }).waitFor()
    // The page loads itself again three times.
    expect(loads).toBe(1 + 3)
  })

  it('keeps the navigation while offline, and then continues to the requested page', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts')
    await page.getByRole('heading', { name: 'Contas' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Importar' }).first().click()
    await page.getByRole('heading', { name: 'Sem conexão' }).waitFor()
    expect(await page.getByRole('link', { name: 'Contas', exact: true }).count()).toBeGreaterThan(0)
    await checkScreen(page, 'offline')
    const again = page.getByRole('button', { name: 'Tentar de novo' })
    await again.click()
    await page.getByRole('heading', { name: 'Sem conexão' }).waitFor()
    await page.context().setOffline(false)
    await again.click()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  })

  it('keeps the page and what was typed when a menu or the search cannot load while offline', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/accounts/new')
    await page.getByLabel('Razão social ou nome').fill('Padaria Estrela')
    await page.context().setOffline(true)
    for (const open of [
      () => page.getByRole('button', { name: 'Buscar em tudo' }).click(),
      () => page.locator('.account-button').click(),
    ]) {
      await open()
      const toast = page.getByText('Sem conexão. Tente de novo quando ela voltar.')
      await toast.waitFor()
      await toast.waitFor({ state: 'detached' })
    }
    expect(await page.getByLabel('Razão social ou nome').inputValue()).toBe('Padaria Estrela')
    await page.context().setOffline(false)
    await page.locator('.account-button').click()
    await page.getByRole('button', { name: 'Sair' }).waitFor()
    expect(await page.getByLabel('Razão social ou nome').inputValue()).toBe('Padaria Estrela')
  })

  it('counts down after a 429 and retries without a click', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/developers')
    await page.getByRole('heading', { name: 'Para desenvolvedores' }).waitFor()
    // The retry waits until this test has seen the countdown.
    const countdown = deferred()
    let sent = 0
    await page.route('**/trpc/accounts.search', async (route) => {
      sent += 1
      if (sent > 1) {
        await countdown.promise
        return route.continue()
      }
      // Repeats the request until the limit rejects it.
      for (;;) {
        const responses = await Promise.all(Array.from({ length: 15 }, () => route.fetch()))
        const response = responses.find((each) => each.status() === 429)
        if (response) return route.fulfill({ response })
      }
    })
    await page.getByRole('link', { name: 'Contas', exact: true }).click()
    await page.getByText(/Nova tentativa automática em \d+ s/).waitFor()
    countdown.resolve()
    await page.getByText('Sua primeira conta começa aqui').waitFor()
  })

  it('shows choices and progress in forced colors', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/developers')
    await page.emulateMedia({ forcedColors: 'active' })
    const colorOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await colorOf('.choice[data-pressed]')).not.toBe(await colorOf('.choice:not([data-pressed])'))
    expect(await colorOf('.meter-indicator')).not.toBe(await colorOf('.meter-track'))
  })

  it('reports that the partner was suspended in the middle of a batch, and keeps the results readable', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    await page.locator('.step').first().waitFor()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Escolher arquivo' }).click()
    const file = { name: 'lote.csv', mimeType: 'text/csv', buffer: Buffer.from(customersFile('lote', 60)) }
    await (await choosing).setFiles(file)
    await page.getByRole('button', { name: 'Criar 60 contas' }).click()
    await page.getByText(/^Criadas: [1-9]/).waitFor()
    await service.internal.partners.suspend.mutate({ id: user.partnerId })
    await page.getByText('A criação parou.').waitFor()
    await page.getByRole('alert').getByText('A parceria de Revenda Estrela está suspensa').waitFor()
    await page.getByRole('button', { name: 'Baixar resultados (CSV)' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Baixar resultados (CSV)' }).waitFor()
  })
})
