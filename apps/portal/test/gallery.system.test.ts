import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHROMIUM, findPageProblems } from '@partner-accounts/local-servers/browser'
import {
  endProcess,
  freePort,
  startDevelopment,
  type StartedService,
  untilReady,
} from '@partner-accounts/local-servers'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const APPS = ['portal', 'console'] as const
interface Look {
  theme: 'light' | 'dark'
  width: number
}

/** Each width and each theme once. */
const LOOKS: Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
]
const ALL_LOOKS: Look[] = [...LOOKS, { theme: 'dark', width: 1440 }, { theme: 'light', width: 390 }]

/** States that are not checked, because axe would take a minute. */
const HUGE = ['console/accounts-2000']

/** Some fifty pages are compiled on request, and each is checked in two looks. */
const TEST_TIMEOUT_MS = 600_000

/** Selectors of what a state shows, by the last word of its name. */
const CONTENTS: Readonly<Record<string, string>> = {
  components: '.button-danger',
  loading: '.skeleton, [aria-busy=true]',
  failed: '.notice-alert',
  unreachable: '.notice-alert',
  limited: '.notice-alert .numeric',
  names: ':text("Microrregião do Alto Jequitinhonha")',
  errors: ':text("administracao@associacao-beneficente.example")',
  broken: 'h1:text("parou de funcionar")',
  expired: '[role=alertdialog]:has(input[type=password])',
  suspended: 'h1:text("suspensa")',
}

describe('The gallery of pnpm dev', () => {
  it('shows each component of packages/ui', () => {
    const read = (file: string) => readFileSync(path.join(ROOT, 'packages/ui', file), 'utf8')
    const exported = [...read('src/index.ts').matchAll(/^export \{ ([^}]+) \} from '\.\/(components|palette)\//gm)]
      .flatMap(([, names = '']) => names.split(', '))
      .filter((name) => /^[A-Z]/.test(name))
    const shownInPageStates = [
      'AppSkeleton',
      'BrokenApp',
      'BrokenPage',
      'FailedPage',
      'PageSkeleton',
      'PageTitle',
      'SignedOutFrame',
    ]
    const shown = [...read('gallery/components-page.tsx').matchAll(/<([A-Z]\w+)/g)].map(([, name]) => name)
    expect(exported.length).toBeGreaterThan(20)
    expect(exported.filter((name) => !shown.includes(name)).sort()).toEqual(shownInPageStates)
  })

  it.each(APPS)('is not part of the built %s', (app) => {
    const folder = path.join(ROOT, 'apps', app, 'dist')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(html|js)$/.test(file))
    expect(files).toContain('index.html')
    const containing = files.filter((file) => /gallery/i.test(readFileSync(path.join(folder, file), 'utf8')))
    expect(containing).toEqual([])
  })

  describe.skipIf(CHROMIUM === undefined)(`in Chromium${CHROMIUM ? '' : ' (no chromium on this machine)'}`, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-gallery-'))
    let service: StartedService
    let origin = ''
    let browser: Browser

    beforeAll(async () => {
      const port = String(await freePort())
      origin = `http://127.0.0.1:${port}`
      service = startDevelopment(ROOT, { PORT: port, DATA_DIR: folder, PUBLIC_URL: origin })
      await untilReady(service)
      browser = await chromium.launch({ executablePath: CHROMIUM ?? '' })
    })
    afterAll(async () => {
      await browser.close()
      await endProcess(service.process, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    })

    const open = () =>
      browser.newPage({
        baseURL: origin,
        locale: 'pt-BR',
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
      })

    /** Returns the states of the gallery's list, with their addresses. */
    async function listStates(page: Page, app: string): Promise<{ name: string; address: string }[]> {
      await page.goto(`/${app}/gallery/`)
      // A click on an entry loads its state in a frame. This is blocked, because the test opens each state separately.
      await page.route('**/*gallery=*', (route) => route.abort())
      const states = []
      for (const entry of await page.getByRole('listitem').getByRole('button').all()) {
        await entry.click()
        const address = await page.getByRole('link', { name: 'Without this list' }).getAttribute('href')
        states.push({ name: (await entry.textContent()) ?? '', address: address ?? '' })
      }
      await page.unroute('**/*gallery=*')
      return states
    }

    async function findProblems(page: Page, looks: readonly Look[]): Promise<string[]> {
      const problems = []
      for (const { theme, width } of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate((chosen) => {
          document.documentElement.dataset['theme'] = chosen
        }, theme)
        const found = await findPageProblems(page)
        problems.push(...found.map((problem) => `${theme}, ${width} pixels: ${problem}`))
      }
      return problems
    }

    it.each(APPS)(
      'has no accessibility violations that axe finds, light and dark, at 390 and 1440 pixels: %s',
      async (app) => {
        const page = await open()
        const states = await listStates(page, app)
        expect(await findProblems(page, LOOKS)).toEqual([])
        expect(states.length).toBeGreaterThan(10)
        for (const { name, address } of states.filter((state) => !HUGE.includes(`${app}/${state.name}`))) {
          await page.goto(address)
          await page
            .locator(CONTENTS[name.split('-').at(-1) ?? ''] ?? 'main h1:not(.visually-hidden)')
            .first()
            .waitFor()
          expect(await page.getByText('The gallery has no response').count(), name).toBe(0)
          const looks = name === 'components' ? ALL_LOOKS : LOOKS
          expect(await findProblems(page, looks), name).toEqual([])
        }
        await page.context().close()
      },
      TEST_TIMEOUT_MS,
    )

    it('shows which controls are disabled, and lets the browser draw controls in forced colors and in print', async () => {
      const page = await open()
      await page.goto('/portal/gallery/')
      const address = await page.getByRole('link', { name: 'Without this list' }).getAttribute('href')
      await page.goto(address ?? '')
      const styleOf = (role: 'combobox' | 'checkbox' | 'radio', name: string) =>
        page.getByRole(role, { name, exact: true }).evaluate((control) => {
          const { opacity, cursor, appearance } = getComputedStyle(control)
          return { opacity, cursor, appearance, tick: getComputedStyle(control, '::before').content }
        })
      const looks = async () => [
        await styleOf('combobox', 'Disabled select'),
        await styleOf('checkbox', 'Disabled, checked'),
        await styleOf('radio', 'Disabled radio button'),
      ]
      const drawnByPage = { opacity: '0.55', cursor: 'default', appearance: 'none', tick: '""' }
      const drawnByBrowser = { opacity: '1', cursor: 'default', appearance: 'auto', tick: 'none' }
      expect(await looks()).toEqual([{ ...drawnByPage, tick: 'none' }, drawnByPage, drawnByPage])
      expect((await styleOf('checkbox', 'Conta criada')).opacity).toBe('1')
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await looks()).toEqual([drawnByBrowser, drawnByBrowser, drawnByBrowser])
      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      expect(await looks()).toEqual([drawnByBrowser, drawnByBrowser, drawnByBrowser])
      await page.context().close()
    })

    it('shows the chosen appearance and width', async () => {
      const page = await open()
      await page.goto('/portal/gallery/')
      await page.getByRole('button', { name: 'dark', exact: true }).click()
      await page.getByRole('button', { name: '390', exact: true }).click()
      await page.getByRole('button', { name: 'accounts-empty', exact: true }).click()
      const frame = page.frameLocator('iframe[title=accounts-empty]')
      await frame.locator('html[data-theme=dark] main h1').waitFor()
      expect(await frame.locator('html').evaluate(() => innerWidth)).toBe(390)
      await page.context().close()
    })

    it('shows 2,000 rows of an import, and their total in a list', async () => {
      const page = await open()
      await page.goto('/portal/import?gallery=import-2000')
      // Every hundredth row has an invalid e-mail.
      await page.getByRole('button', { name: 'Criar 1.980 contas' }).waitFor()
      await page.goto('/portal/accounts?gallery=accounts-2000')
      await page.getByText('2.000').first().waitFor()
      await page.goto('/console/accounts?gallery=accounts-2000')
      await expect.poll(() => page.locator('tbody tr').count()).toBe(2_000)
      await page.context().close()
    })

    it('leaves the session and the choices of the browser as they are', async () => {
      const page = await open()
      await page.goto('/portal/accounts?gallery=accounts-empty&theme=dark')
      await page.locator('main h1').waitFor()
      await page.goto('/portal/sign-in')
      await page.locator('form').waitFor()
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
      await page.context().close()
    })
  })
})
