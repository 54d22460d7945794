import type {
  AccountSearchPage,
  AccountWithHistory,
  Delivery,
  FoundAccount,
  LoggedRequest,
  Member,
  SignedInUser,
  WebhookDetail,
} from '@partner-accounts/client'
import { type PageState, PENDING, Rejection, UNREACHABLE } from '@partner-accounts/ui/gallery'
import { cellsOf, columnLabels, SAMPLE } from '../src/accounts/account-cells.ts'
import { hasCheckDigits } from '../src/accounts/check-digits.ts'
import { newImport } from '../src/import/unfinished-import.ts'
import { unfinishedImports } from '../src/import/unfinished-import-store.ts'

const ROWS = 2_000
const PAGE_SIZE = 100
const LONG_NAME =
  'Associação Beneficente dos Trabalhadores Rurais, Produtores de Leite e Artesãos da Microrregião do Alto Jequitinhonha'
const LONG_EMAIL = `${'departamento.pessoal.'.repeat(4)}administracao@associacao-beneficente.example`
const AT = '2026-11-03T12:00:00+00:00'

const idOf = (number: number) => number.toString(16).padStart(24, '0')
const listOf = <T>(count: number, itemOf: (number: number) => T) =>
  Array.from({ length: count }, (_, index) => itemOf(index + 1))

export const ME: SignedInUser = {
  id: idOf(1),
  email: 'ana.souza@revenda.example',
  name: 'Ana Souza',
  isOpenedFromLive: false,
  lookups: { address: false, company: false },
  partner: { id: idOf(2), mode: 'live', name: 'Revenda Estrela', status: 'active' },
  permissions: ['accounts:create', 'accounts:read', 'users:manage', 'webhooks:manage'],
  secondFactor: { isActive: false, isRequired: false },
}

const signedIn = { getCurrent: ME, list: [] }
const FAILED = new Rejection({ httpStatus: 500 })
const LIMITED = new Rejection({ httpStatus: 429, retryAfterSeconds: 3_600 })
const SIGNED_OUT = new Rejection({ httpStatus: 401, name: 'unauthenticated' })

const accountOf = (number: number, name = `Padaria Primavera ${number}`): FoundAccount => ({
  id: idOf(1_000 + number),
  name,
  tradeName: name,
  cnpj: '45723174000110',
  cpf: null,
  activeEmployees: 0,
  administrator: {
    email: `adm.${number}@clientes.example`,
    fullName: 'Maria Lima',
    mobilePhone: '11987654321',
    isActivated: number % 2 === 0,
  },
  apiTokenStatus: 'active',
  createdAt: AT,
  financialEmail: null,
  partnerId: ME.partner.id,
  subscriptionEmployees: 12,
  subscriptionFaceIds: 0,
  subscriptionStatus: (['pending', 'active', 'canceled'] as const)[number % 3] ?? 'active',
})

const longAccountOf = (number: number): FoundAccount => ({
  ...accountOf(number, LONG_NAME),
  administrator: { email: LONG_EMAIL, fullName: LONG_NAME, mobilePhone: '11987654321', isActivated: false },
  subscriptionEmployees: 1_000_000,
})

const searchResultOf = (items: FoundAccount[], total = items.length): AccountSearchPage => ({
  items,
  total,
  page: 1,
  pageSize: PAGE_SIZE,
  isSimilar: false,
  isTotalExact: true,
})

const ACCOUNT: AccountWithHistory = {
  id: idOf(1_001),
  partnerId: ME.partner.id,
  createdAt: AT,
  erasedAt: null,
  activeEmployees: 0,
  administrator: { email: LONG_EMAIL, fullName: LONG_NAME, mobilePhone: '11987654321' },
  administratorStatus: 'invited',
  apiTokenStatus: 'revoked',
  employer: { cnpj: '12ABC34501DE35', cpf: null, financialEmail: LONG_EMAIL, name: LONG_NAME, tradeName: LONG_NAME },
  history: [{ action: 'account.created', actor: 'portal-user', at: AT, name: LONG_NAME }],
  subscription: {
    id: idOf(3),
    coupon: 'NORTE20',
    employees: 1_000_000,
    faceIds: 1_000_000,
    percentOff: 20,
    status: 'canceled',
  },
  unit: {
    name: LONG_NAME,
    address: {
      cep: '01310100',
      city: 'São Paulo',
      complement: LONG_NAME,
      neighborhood: LONG_NAME,
      state: 'SP',
      streetName: LONG_NAME,
      streetNumber: '1000',
    },
  },
  workSchedule: {
    name: LONG_NAME,
    days: [{ weekday: 'monday', periods: [{ start: '08:00', end: '12:00' }] }],
  },
}

const ERASED: AccountWithHistory = {
  ...ACCOUNT,
  erasedAt: AT,
  administrator: { email: '', fullName: '', mobilePhone: '' },
  employer: { cnpj: null, cpf: null, financialEmail: null, name: '', tradeName: '' },
}

const REQUEST: LoggedRequest = {
  id: idOf(5),
  requestId: '0198f0c2-6a58-7d1e-9a55-1f1f6a3c0a11',
  at: AT,
  method: 'POST',
  route: '/partner-accounts',
  status: 422,
  code: 88,
  fields: ['company_doc.name', 'company_doc.cnpj', 'employees_quantity'],
  durationMs: 12_345,
  partnerId: ME.partner.id,
  user: { id: ME.id, email: LONG_EMAIL, name: LONG_NAME },
  userId: ME.id,
}

const MEMBER: Member = {
  id: idOf(6),
  name: LONG_NAME,
  email: LONG_EMAIL,
  kind: 'person',
  hasSecondFactor: true,
  createdAt: '2026-11-27T12:00:00+00:00',
  lastSignedInAt: null,
  partnerId: ME.partner.id,
  permissions: ME.permissions,
  status: 'disabled',
}

const WEBHOOK: WebhookDetail = {
  id: idOf(7),
  partnerId: ME.partner.id,
  url: `https://hooks.example/${'caminho-longo/'.repeat(12)}`,
  status: 'disabled',
  types: ['account.created'],
  createdAt: AT,
  failingSince: AT,
  failed: 2_000,
  queued: 30,
  lastDay: { failed: 200, queued: 30, sent: 0 },
  countedTo: 10_000,
}

const DELIVERY: Delivery = {
  id: idOf(8),
  eventId: idOf(9),
  type: 'account.created',
  account: { id: ACCOUNT.id, name: LONG_NAME },
  status: 'failed',
  attempts: 12,
  createdAt: AT,
  dueAt: AT,
  sentAt: null,
  durationMs: 15_000,
  responseStatus: null,
  responseBody: null,
  lastError: 'ECONNREFUSED',
}

/** All possible pairs of check digits. */
const CHECK_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

/** Returns a valid CPF, unique per number. */
function cpfOf(number: number): string {
  const base = String(100_000_000 + number)
  return base + CHECK_DIGITS.find((digits) => hasCheckDigits(base + digits))
}

/** Stores an unfinished import of 2,000 rows. Every hundredth row has an invalid e-mail. */
async function storeImport(): Promise<void> {
  const rows = listOf(ROWS, (number) => {
    const email = number % 100 === 0 ? 'invalid' : `adm.${number}@clientes.example`
    const company = { 'company_doc.name': `Padaria Primavera ${number}`, 'company_doc.cpf': cpfOf(number) }
    const cells = cellsOf({ ...SAMPLE, ...company, 'company_doc.cnpj': '', email })
    return { line: number + 1, cells, isHidden: false }
  })
  const headings = { line: 1, cells: columnLabels('pt-BR'), isHidden: false }
  const sheets = [{ name: '', isHidden: false, rows: [headings, ...rows] }]
  const rememberedColumns = new Map()
  await unfinishedImports.save(ME.id, newImport('clientes.csv', sheets, rememberedColumns), ROWS)
}

const unusableLink = (name: 'activation-link-expired' | 'password-link-invalid', uiMessage: string) => ({
  activation: { check: new Rejection({ httpStatus: 410, name, uiMessage }) },
})

const page = (path: string, responses: PageState['responses']): PageState => ({
  path: `/portal/${path}`,
  responses: { sessions: signedIn, ...responses },
})

const FEW_ACCOUNTS: PageState['responses'] = { accounts: { search: searchResultOf(listOf(3, accountOf)) } }
const signedInAs = (user: SignedInUser) =>
  page('accounts', { ...FEW_ACCOUNTS, sessions: { ...signedIn, getCurrent: user } })

export const PAGE_STATES: Readonly<Record<string, PageState>> = {
  'accounts-empty': page('accounts', { accounts: { search: searchResultOf([]) } }),
  'accounts-loading': page('accounts', { accounts: { search: PENDING } }),
  'accounts-failed': page('accounts', { accounts: { search: FAILED } }),
  'accounts-unreachable': page('accounts', { accounts: { search: UNREACHABLE } }),
  'accounts-rate-limited': page('accounts', { accounts: { search: LIMITED } }),
  'accounts-long-names': page('accounts', { accounts: { search: searchResultOf(listOf(5, longAccountOf)) } }),
  'accounts-2000': page('accounts', { accounts: { search: searchResultOf(listOf(PAGE_SIZE, accountOf), ROWS) } }),
  // The page cannot render this response.
  'accounts-broken': page('accounts', { accounts: { search: {} as AccountSearchPage } }),
  'account-long-names': page(`accounts/${ACCOUNT.id}`, { accounts: { getDetails: ACCOUNT } }),
  'account-erased': page(`accounts/${ERASED.id}`, { accounts: { getDetails: ERASED } }),
  'account-loading': page(`accounts/${ACCOUNT.id}`, { accounts: { getDetails: PENDING } }),
  'account-failed': page(`accounts/${ACCOUNT.id}`, { accounts: { getDetails: FAILED } }),
  'import-2000': { ...page('import', { accounts: { findExisting: [] } }), prepare: storeImport },
  'requests-empty': page('developers/requests', { requestLog: { list: { items: [], nextCursor: null } } }),
  'requests-loading': page('developers/requests', { requestLog: { list: PENDING } }),
  'requests-failed': page('developers/requests', { requestLog: { list: FAILED } }),
  'requests-long-names': page('developers/requests', {
    requestLog: { list: { items: [REQUEST], nextCursor: 'more' } },
  }),
  'team-long-names': page('team', { team: { list: { items: [MEMBER], nextCursor: null } } }),
  'team-failed': page('team', { team: { list: FAILED } }),
  'webhooks-empty': page('webhooks', { webhooks: { list: { items: [] } } }),
  'webhook-disabled': page(`webhooks/${WEBHOOK.id}`, {
    webhooks: { get: WEBHOOK, listDeliveries: { items: [DELIVERY], nextCursor: null } },
  }),
  'webhook-failed': page(`webhooks/${WEBHOOK.id}`, { webhooks: { get: FAILED } }),
  'session-loading': page('accounts', { sessions: { getCurrent: PENDING } }),
  'session-failed': page('accounts', { sessions: { getCurrent: FAILED } }),
  'session-expired': page('accounts', { accounts: { search: SIGNED_OUT } }),
  // Links are valid for at least an hour, so the data of `pnpm seed` has no expired links.
  'expired-activation-link': {
    path: '/activate?token=pau_expired',
    responses: unusableLink('activation-link-expired', 'Este link de ativação expirou. Peça um novo convite.'),
  },
  'expired-password-link': {
    path: '/activate?token=par_expired',
    responses: unusableLink(
      'password-link-invalid',
      'Este link não vale mais: foi usado, substituído por outro ou expirou. Peça outro em "Esqueci minha senha".',
    ),
  },
  suspended: signedInAs({ ...ME, partner: { ...ME.partner, name: LONG_NAME, status: 'suspended' } }),
  'second-factor-missing': signedInAs({ ...ME, secondFactor: { isActive: false, isRequired: true } }),
  'test-mode-reading-only': signedInAs({
    ...ME,
    isOpenedFromLive: true,
    partner: { ...ME.partner, mode: 'test' },
    permissions: ['accounts:read'],
  }),
}
