import { fileURLToPath } from 'node:url'
import { postgresPrograms } from '@partner-accounts/local-servers'
import { OTHER_BROWSERS, Visitor } from '@partner-accounts/local-servers/other-browsers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleService } from './console-service.ts'

const PROGRAMS = postgresPrograms()
const PICTURES = fileURLToPath(new URL('../screenshots/', import.meta.url))

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

describe.skipIf(!PROGRAMS)(`the console${PROGRAMS ? '' : ' (no postgresql on this machine)'}`, () => {
  let service: ConsoleService
  beforeAll(async () => {
    service = await ConsoleService.start(PROGRAMS ?? '')
  })
  afterAll(() => service.stop())

  describe.each(OTHER_BROWSERS)('in $name', ({ name, requires, open }) => {
    it.skipIf(!open).each(SIZES)(
      `an operator signs in, finds a partner and renames it: $width pixels${open ? '' : ` (requires ${requires})`}`,
      async (size) => {
        const browser = `${name} ${size.width}`
        const { id } = await service.internal.partners.create.mutate({ name: `Revenda ${browser}` })
        const page = await open!()
        const visitor = new Visitor(page)
        /** Checks that the page is not wider than the window, with normal and with large text. */
        const checkPage = async (state: string) => {
          if (process.env['SCREENSHOTS']) await visitor.savePicture(`${PICTURES}${browser} ${state}.png`)
          expect(await visitor.overflow(), state).toEqual({ normal: 0, largeText: 0 })
        }
        try {
          await page.resize(size)
          expect(await page.evaluate('innerWidth')).toBe(size.width)
          await page.goto(await service.createLink('admin'))
          await visitor.press('Entrar no console')
          await visitor.see('O que precisa da sua atenção.')
          await checkPage('today')
          await page.goto(`${service.origin}/console/partners`)
          await visitor.see(`Revenda ${browser}`)
          await checkPage('partners')
          await visitor.press(`Revenda ${browser}`)
          await visitor.press('Renomear')
          // Types after the present name.
          await visitor.fill('Nome', ' Nova')
          await visitor.press('Salvar')
          await expect
            .poll(async () => (await service.internal.partners.get.query({ id })).name)
            .toBe(`Revenda ${browser} Nova`)
          await checkPage('partner')
        } finally {
          await page.close()
        }
      },
    )
  })
})
