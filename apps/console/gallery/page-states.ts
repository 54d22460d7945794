import type {
  AuditEntry,
  Figures,
  LimitedPartner,
  ListedAccount,
  ListedPartner,
  ListedSubscription,
  Mail,
  OperatorSession,
} from '@partner-accounts/client'
import { type PageState, PENDING, Rejection, UNREACHABLE } from '@partner-accounts/ui/gallery'

const ROWS = 2_000
const LONG_NAME =
  'Associação Beneficente dos Trabalhadores Rurais, Produtores de Leite e Artesãos da Microrregião do Alto Jequitinhonha'
const LONG_EMAIL = `${'departamento.pessoal.'.repeat(4)}administracao@associacao-beneficente.example`
const AT = '2026-11-03T12:00:00+00:00'

const idOf = (number: number) => number.toString(16).padStart(24, '0')
const listOf = <T>(count: number, itemOf: (number: number) => T) => ({
  items: Array.from({ length: count }, (_, index) => itemOf(index + 1)),
  nextCursor: null,
})
const EMPTY = { items: [], nextCursor: null }
const FAILED = new Rejection({ httpStatus: 500 })
const MANY = { count: 2_000, isExact: false }
const ZERO = { count: 0, isExact: true }

const ME: OperatorSession = {
  id: idOf(1),
  createdBy: null,
  email: LONG_EMAIL,
  name: LONG_NAME,
  role: 'admin',
  network: '127.0.0.1',
  userAgent: 'Mozilla/5.0',
  startedAt: AT,
  expiresAt: AT,
}

const QUIET: Figures = {
  accountsCreated: [{ date: '2026-11-03', accounts: 0 }],
  countsProxiesAsClients: false,
  failedMails: ZERO,
  isOutgoingEnabled: true,
  limitedPartners: ZERO,
  oldestQueuedMail: null,
  pendingSubscriptions: ZERO,
  queuedMails: ZERO,
  rateLimitStore: 'process',
}

const TROUBLED: Figures = {
  ...QUIET,
  countsProxiesAsClients: true,
  failedMails: MANY,
  isOutgoingEnabled: false,
  limitedPartners: MANY,
  oldestQueuedMail: { createdAt: AT, isDeferred: true },
  pendingSubscriptions: MANY,
  queuedMails: MANY,
  rateLimitStore: 'unavailable',
}

const accountOf = (number: number): ListedAccount => ({
  id: idOf(1_000 + number),
  name: number === 1 ? LONG_NAME : `Padaria Primavera ${number}`,
  administratorEmail: number === 1 ? LONG_EMAIL : `adm.${number}@clientes.example`,
  cnpj: '12ABC34501DE35',
  cpf: null,
  createdAt: AT,
  partnerId: idOf(2),
  partnerMode: 'live',
  partnerName: LONG_NAME,
  subscriptionEmployees: 12,
  subscriptionStatus: 'pending',
})

const subscriptionOf = (number: number): ListedSubscription => ({
  id: idOf(2_000 + number),
  accountId: idOf(1_000 + number),
  accountName: LONG_NAME,
  activatedAt: null,
  canceledAt: null,
  createdAt: AT,
  employees: 1_000_000,
  faceIds: 1_000_000,
  partnerId: idOf(2),
  partnerMode: 'test',
  partnerName: LONG_NAME,
  percentOff: 20,
  status: 'pending',
})

const mailOf = (number: number): Mail => ({
  id: idOf(3_000 + number),
  accountId: null,
  attempts: 12,
  createdAt: AT,
  kind: 'administrator-activation',
  lastError: `550 5.1.1 <${LONG_EMAIL}>: ${'Recipient address rejected. '.repeat(8)}`,
  partnerId: idOf(2),
  recipient: LONG_EMAIL,
  sentAt: null,
  status: 'failed',
})

const partnerOf = (number: number): ListedPartner => ({
  id: idOf(4_000 + number),
  accounts: 1_000_000,
  coupon: 'A'.repeat(40),
  createdAt: AT,
  mode: 'live',
  name: LONG_NAME,
  rateLimit: { requests: 6_000, until: AT },
  status: 'suspended',
  testOf: null,
})

const limitedPartnerOf = (number: number): LimitedPartner => ({
  id: idOf(4_000 + number),
  lastMinute: AT,
  mode: 'live',
  name: LONG_NAME,
  requests: 1_000_000,
  status: 'suspended',
})

const entryOf = (number: number): AuditEntry => ({
  subjectId: idOf(1_000 + number),
  subjectName: LONG_NAME,
  accountId: idOf(1_000 + number),
  accountName: LONG_NAME,
  action: 'employer.corrected',
  actor: 'operator',
  actorName: LONG_NAME,
  at: AT,
  changes: { name: { from: LONG_NAME, to: `${LONG_NAME} Ltda.` } },
  count: 1,
  network: '127.0.0.1',
  partnerId: idOf(2),
  partnerName: LONG_NAME,
  reason: 'Razão social atualizada na Receita. '.repeat(10),
  via: null,
})

const page = (path: string, internal: PageState['responses']['internal'] = {}): PageState => ({
  path: `/console${path}`,
  responses: { operators: { getSession: ME, getSignInMethods: { providerUrl: null } }, internal },
})

export const PAGE_STATES: Readonly<Record<string, PageState>> = {
  'today-empty': page('', {
    figures: { get: QUIET },
    subscriptions: { list: EMPTY },
    mails: { list: EMPTY },
    webhooks: { list: EMPTY },
    limits: { list: EMPTY },
  }),
  'today-troubled': page('', {
    figures: { get: TROUBLED },
    subscriptions: { list: listOf(8, subscriptionOf) },
    mails: { list: listOf(8, mailOf) },
    webhooks: { list: FAILED },
    limits: { list: listOf(8, limitedPartnerOf) },
  }),
  'today-loading': page('', {
    figures: { get: PENDING },
    subscriptions: { list: PENDING },
    mails: { list: PENDING },
    webhooks: { list: PENDING },
    limits: { list: PENDING },
  }),
  'today-failed': page('', {
    figures: { get: FAILED },
    subscriptions: { list: FAILED },
    mails: { list: FAILED },
    webhooks: { list: FAILED },
    limits: { list: FAILED },
  }),
  'accounts-2000': page('/accounts', { accounts: { list: listOf(ROWS, accountOf) } }),
  'accounts-empty': page('/accounts', { accounts: { list: EMPTY } }),
  'accounts-unreachable': page('/accounts', { accounts: { list: UNREACHABLE } }),
  'partners-long-names': page('/partners', { partners: { list: listOf(5, partnerOf) } }),
  'mails-long-errors': page('/mails', { mails: { list: listOf(5, mailOf) } }),
  'audit-long-names': page('/audit', { audit: { list: listOf(5, entryOf) } }),
  'account-failed': page(`/accounts/${idOf(1_001)}`, { accounts: { get: FAILED } }),
  'account-not-found': page(`/accounts/${idOf(1_001)}`, { accounts: { get: new Rejection({ httpStatus: 404 }) } }),
  'session-loading': { path: '/console', responses: { operators: { getSession: PENDING } } },
  'session-failed': { path: '/console', responses: { operators: { getSession: FAILED } } },
}
