import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { OTHER_BROWSERS, Visitor } from '@partner-accounts/local-servers/other-browsers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, PortalService } from './portal-service.ts'
import { customersFile, TYPED_ACCOUNT } from './typed-account.ts'

/** A phone and a desktop, each with another kind of tax ID. */
const VISITS = [
  { width: 390, height: 844, kind: 'CPF', typed: '52998224725', taxId: '529.982.247-25' },
  { width: 1440, height: 900, kind: 'CNPJ', typed: '12abc34501de35', taxId: '12.ABC.345/01DE-35' },
]

const FORM = { ...TYPED_ACCOUNT, UF: 'SP' }

const PICTURES = fileURLToPath(new URL('../screenshots/', import.meta.url))

type Visit = (typeof VISITS)[number]

/** A visit in a browser. */
interface Journey {
  visitor: Visitor
  visit: Visit
  /** Name and width, which are part of e-mails and of names of pictures. */
  browser: string
}

/** Checks that the page is not wider than the window, with normal and with large text. */
async function checkPage({ visitor, browser }: Journey, state: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await visitor.savePicture(`${PICTURES}${browser}-${state}.png`)
  expect(await visitor.overflow(), state).toEqual({ normal: 0, largeText: 0 })
}

async function signIn(journey: Journey, email: string): Promise<void> {
  const { visitor } = journey
  await visitor.fill('E-mail', email)
  await visitor.fill('Senha', PASSWORD)
  await checkPage(journey, 'sign-in')
  await visitor.press('Entrar')
}

async function createAccount(journey: Journey): Promise<void> {
  const { visitor, browser } = journey
  const { kind, typed, taxId } = journey.visit
  await visitor.press(kind)
  await visitor.fill(kind, typed)
  for (const [label, text] of Object.entries(FORM)) await visitor.fill(label, text)
  await visitor.fill('E-mail', `${browser}@padaria.example`)
  // WebKit's driver does not wait until the last keys are typed.
  await expect.poll(() => visitor.textIn('E-mail')).toBe(`${browser}@padaria.example`)
  expect(await visitor.textIn(kind)).toBe(taxId)
  expect(await visitor.textIn('Celular com DDD')).toBe('(11) 98765-4321')
  await checkPage(journey, 'form')
  await visitor.press('Criar conta')
  await visitor.see('Padaria Estrela')
  await checkPage(journey, 'created')
  await visitor.press('Guardei a chave secreta em um lugar seguro.')
  await visitor.press('Ver a conta')
  await visitor.see(taxId)
  await visitor.see('(11) 98765-4321')
  await checkPage(journey, 'account')
}

async function findAccount(journey: Journey): Promise<void> {
  const { visitor, visit } = journey
  await visitor.press('Contas')
  if (visit.width < 600) await visitor.press('Busca e filtros')
  await visitor.fill('Nome, e-mail, telefone, CNPJ, CPF ou id', 'estrela')
  await visitor.press('Buscar')
  await visitor.see('1 conta')
  await checkPage(journey, 'search')
}

async function importAccounts(journey: Journey, file: string): Promise<void> {
  const { visitor } = journey
  await visitor.press('Importar')
  await visitor.chooseFile(file)
  await visitor.see('Criar 2 contas')
  await checkPage(journey, 'import')
  await visitor.press('Criar 2 contas')
  await visitor.see('Criadas: 2')
  await checkPage(journey, 'imported')
}

async function signOut(journey: Journey): Promise<void> {
  const { visitor } = journey
  // The text of the button is the initial, and then the name.
  await visitor.press('AAna Souza')
  await visitor.press('Sair')
  await visitor.see('Sair e apagar os resultados')
  await checkPage(journey, 'leaving')
  await visitor.press('Sair e apagar os resultados')
  await visitor.see('Entrar')
}

describe.each(OTHER_BROWSERS)('in $name', ({ name, requires, open }) => {
  let folder: string
  let service: PortalService
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-files-'))
    service = await PortalService.start()
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it.skipIf(!open).each(VISITS)(
    `a person signs in, creates an account, finds it, imports two and signs out: $width pixels${open ? '' : ` (requires ${requires})`}`,
    async (visit) => {
      const { width, height } = visit
      const user = await service.addUser()
      const page = await open!()
      const browser = `${name}-${width}`.toLowerCase().replace(' ', '-')
      const file = path.join(folder, 'clientes.csv')
      writeFileSync(file, customersFile(browser, 2))
      try {
        const journey = { visitor: new Visitor(page), visit, browser }
        await page.resize({ width, height })
        expect(await page.evaluate('innerWidth')).toBe(width)
        await page.goto(`${service.origin}/portal/accounts/new`)
        await signIn(journey, user.email)
        await createAccount(journey)
        await findAccount(journey)
        await importAccounts(journey, file)
        await signOut(journey)
        expect((await service.accountsOf(user).list.query())._meta.total).toBe(3)
      } finally {
        await page.close()
      }
    },
  )
})
