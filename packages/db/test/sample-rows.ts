/** Columns and values of a row. */
export type Row = Record<string, unknown>

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const bytes = (length: number, value: number) => Buffer.alloc(length, value)

/** A row of each table, in the order of insertion. All belong to one account. */
export const SAMPLE_ROWS: Record<string, Row> = {
  coupons: { id: 'coupon', code: 'WELCOME', percent_off: 15 },
  partners: { id: 'partner', name: 'Revenda', coupon_id: 'coupon' },
  portal_users: {
    id: 'user',
    partner_id: 'partner',
    email: 'ana@revenda.example',
    name: 'Ana',
    status: 'active',
    permissions: '{accounts:read,accounts:create}',
    password_hash: '$argon2id$',
    activation_token_hash: bytes(32, 7),
    activation_expires_at: new Date('2026-11-22T00:00:00Z'),
    reset_token_hash: bytes(32, 12),
    reset_expires_at: new Date('2026-11-22T00:00:00Z'),
  },
  accounts: {
    id: ID,
    partner_id: 'partner',
    number: 1,
    secret_hash: bytes(32, 1),
    api_token_hash: bytes(32, 2),
    sealed_api_token: bytes(92, 3),
  },
  administrators: {
    account_id: ID,
    full_name: 'Maria',
    email: 'maria@estrela.example',
    mobile_phone: '11987654321',
    activation_token_hash: bytes(32, 8),
    activation_expires_at: new Date('2026-11-22T00:00:00Z'),
  },
  employers: { partner_id: 'partner', number: 1, name: 'Padaria Ltda', trade_name: 'Padaria', cnpj: '12ABC34501DE35' },
  units: {
    id: 'unit',
    account_id: ID,
    name: 'Padaria',
    cep: '01310100',
    street_name: 'Avenida Paulista',
    street_number: '1578',
    neighborhood: 'Bela Vista',
    state: 'SP',
    city: 'São Paulo',
  },
  account_search: {
    partner_id: 'partner',
    number: 1,
    created_at: new Date('2026-11-21T00:00:00Z'),
    terms: 'padaria ltda padaria 12abc34501de35 maria estrela example',
  },
  work_schedules: { id: 'schedule', account_id: ID, name: 'Jornada', days: '[]' },
  subscriptions: { id: 'subscription', account_id: ID, employees: 12, coupon_id: 'coupon', percent_off: 15 },
  idempotent_creations: {
    lookup: bytes(32, 4),
    fingerprint: bytes(32, 5),
    sealed_answer: bytes(200, 6),
    expires_at: new Date('2026-11-22T00:00:00Z'),
  },
  mails: {
    id: 'mail',
    kind: 'administrator_welcome',
    recipient: 'maria@estrela.example',
    sealed_content: bytes(90, 1),
  },
  operator_sessions: { id: 'session', name: 'Ana', role: 'viewer', expires_at: new Date('2099-11-22T00:00:00Z') },
  operator_sign_in_links: {
    ...{ id: 'link', token_hash: bytes(32, 14), name: 'Ana', role: 'viewer' },
    expires_at: new Date('2099-11-22T00:00:00Z'),
  },
  logged_requests: {
    partner_id: 'partner',
    id: 'request',
    at: new Date('2026-11-22T00:00:00Z'),
    method: 'GET',
    status: 200,
    request_id: 'r',
    duration_ms: 3,
  },
  audit_entries: { id: 'entry', actor_kind: 'internal', action: 'partner.created', subject_id: 'partner' },
  rate_limit_rejections: { partner_id: 'partner', minute: new Date('2026-11-21T00:00:00Z'), requests: 1 },
  account_creations: { starts_at: new Date('2026-11-21T00:00:00Z'), accounts: 1 },
}

/** The values in which a second row of each table must differ from the first. */
export const ANOTHER: Record<string, Row> = {
  coupons: { id: 'coupon2', code: 'WELCOME2' },
  partners: { id: 'partner2' },
  portal_users: {
    id: 'user2',
    email: 'bia@revenda.example',
    activation_token_hash: bytes(32, 10),
    reset_token_hash: bytes(32, 13),
  },
  accounts: { id: '65f04c1e9b2d3a7f80c1e5a3', number: 2, api_token_hash: bytes(32, 9) },
  administrators: {
    account_id: '65f04c1e9b2d3a7f80c1e5a4',
    email: 'joao@estrela.example',
    activation_token_hash: bytes(32, 11),
  },
  employers: { number: 2 },
  units: { id: 'unit2' },
  account_search: { number: 2 },
  work_schedules: { id: 'schedule2' },
  subscriptions: { id: 'subscription2' },
  idempotent_creations: { lookup: bytes(32, 8) },
  mails: { id: 'mail2' },
  operator_sessions: { id: 'session2' },
  operator_sign_in_links: { token_hash: bytes(32, 15) },
  logged_requests: { id: 'request2' },
  audit_entries: { id: 'entry2' },
  rate_limit_rejections: { partner_id: 'partner2' },
  account_creations: { starts_at: new Date('2026-11-21T00:15:00Z') },
}
