import type { OperatorRole } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { combineClaims, namesOfClaims, recognizeOperator } from '../../src/oidc/operator-of-claims.ts'

const ALLOWED = {
  emails: new Map<string, OperatorRole>([
    ['ana@empresa.example', 'support'],
    ['@empresa.example', 'viewer'],
  ]),
  groups: new Map<string, OperatorRole>([['admins', 'admin']]),
  groupsClaim: 'groups',
  trustsEmails: false,
}
const ana = { sub: 'subject', email: 'Ana@Empresa.example', email_verified: true }
const bia = { ...ana, email: 'bia@empresa.example' }
const guest = { ...ana, email: 'guest@other.example' }

const roleOf = (claims: object, changes: object = {}) => {
  const recognition = recognizeOperator({ sub: 'subject', ...claims }, { ...ALLOWED, ...changes })
  return 'operator' in recognition ? recognition.operator.role : recognition.rejected
}

it.each([
  ['the role of their e-mail, in any case', ana, 'support'],
  ['the role of their domain', bia, 'viewer'],
  ['the role of a group, although that of the e-mail is lower', { ...ana, groups: ['staff', 'admins'] }, 'admin'],
  ['the role of a group that is sent as text', { ...guest, groups: 'admins' }, 'admin'],
  ['the role of a group in a text with commas', { ...guest, groups: 'staff, admins' }, 'admin'],
  ['the role of a group in a text with brackets', { ...guest, groups: '[staff, admins]' }, 'admin'],
  ['the role of a group in a text with quotes', { ...guest, groups: '["staff","admins"]' }, 'admin'],
  ['the role of a group that is the key of an object', { ...guest, groups: { admins: {} } }, 'admin'],
  ['no role for a group with a similar name', { ...guest, groups: 'not admins' }, 'not-allowed'],
  ['no role for a list without texts', { ...guest, groups: [['admins'], null, 1] }, 'not-allowed'],
  ['no role for groups that are null', { ...guest, groups: null }, 'not-allowed'],
  ['no role for another domain', guest, 'not-allowed'],
  [
    'no role for a domain before the last @',
    { ...ana, email: 'ana@empresa.example@other.example' },
    'email-not-verified',
  ],
  ['the role of an e-mail in a list of one', { ...ana, email: ['ana@empresa.example'] }, 'support'],
  [
    'no role for several e-mails',
    { ...ana, email: ['ana@empresa.example', 'eva@other.example'] },
    'email-not-verified',
  ],
  ['the role of an e-mail with spaces around it', { ...ana, email: ' ana@empresa.example ' }, 'support'],
  ['no role without an e-mail', { email_verified: true, groups: ['admins'] }, 'email-not-verified'],
  [
    'no role for an e-mail that is too long',
    { ...ana, email: `${'a'.repeat(300)}@empresa.example` },
    'email-not-verified',
  ],
  ['the role of an e-mail verified as text', { ...ana, email_verified: 'TRUE' }, 'support'],
  ['the role of an e-mail verified as a number', { ...ana, email_verified: 1 }, 'support'],
  ['the role of an e-mail verified as a number in a text', { ...ana, email_verified: '1' }, 'support'],
  ['no role for an e-mail whose verification is denied', { ...ana, email_verified: false }, 'email-not-verified'],
  ['no role for an e-mail with an unknown verification', { ...ana, email_verified: 'yes' }, 'email-not-verified'],
  ['no role for an e-mail without verification', { ...ana, email_verified: null }, 'email-not-verified'],
])('recognizeOperator returns %s', (_case, claims, expected) => {
  expect(roleOf(claims)).toBe(expected)
})

it.each([
  ['a name with dots', 'https://empresa.example/roles', { 'https://empresa.example/roles': ['admins'] }],
  ['a path', 'realm_access.roles', { realm_access: { roles: ['admins'] } }],
  ['a path below a name with dots', 'access.a.console.roles', { access: { 'a.console': { roles: ['admins'] } } }],
  ['the longer name when the shorter leads nowhere', 'a.b.c', { a: { b: {} }, 'a.b': { c: ['admins'] } }],
])('recognizeOperator finds groups at %s', (_case, groupsClaim, claims) => {
  expect(roleOf({ ...guest, ...claims }, { groupsClaim })).toBe('admin')
})

it.each(['constructor', 'toString.name', 'groups.missing', 'sub.length'])(
  'recognizeOperator finds no groups at %s, which is no claim',
  (groupsClaim) => {
    expect(roleOf(guest, { groupsClaim })).toBe('not-allowed')
  },
)

it('recognizeOperator finds a group that is sent as text and whose name has brackets', () => {
  const groups = new Map<string, OperatorRole>([['[ops]', 'support']])
  expect(roleOf({ ...guest, groups: '[ops]' }, { groups })).toBe('support')
})

it('recognizeOperator with trustsEmails accepts an e-mail without verification, but none whose verification is denied', () => {
  const trusting = { trustsEmails: true }
  expect(roleOf({ ...ana, email_verified: undefined }, trusting)).toBe('support')
  expect(roleOf({ ...ana, email_verified: false }, trusting)).toBe('email-not-verified')
})

it('recognizeOperator returns the name without characters that disrupt a line, else the e-mail', () => {
  const nameOf = (name: unknown) => recognizeOperator({ ...ana, name }, ALLOWED)
  expect(nameOf(' Ana\u202e\n Lima ')).toEqual({
    operator: { email: 'ana@empresa.example', name: 'Ana Lima', role: 'support' },
  })
  for (const missing of [undefined, 7, '\u0000'])
    expect(nameOf(missing)).toMatchObject({ operator: { name: 'ana@empresa.example' } })
})

it('recognizeOperator names a rejected person by the e-mail if it is verified, else by the subject', () => {
  expect(recognizeOperator(guest, ALLOWED)).toEqual({ rejected: 'not-allowed', who: 'guest@other.example' })
  const unverified = { ...guest, sub: 'subject\u0007', email_verified: false }
  expect(recognizeOperator(unverified, ALLOWED)).toEqual({ rejected: 'email-not-verified', who: 'subject' })
})

const sub = 'subject'
const email = 'ana@one.example'
const otherEmail = 'ana@two.example'
it.each([
  ['is verified if the ID token verifies it', { email, email_verified: true }, {}, true],
  [
    'is verified if the user information verifies the same e-mail',
    { email },
    { email: email.toUpperCase(), email_verified: true },
    true,
  ],
  [
    'is not verified if the user information verifies another e-mail',
    { email },
    { email: otherEmail, email_verified: true },
    false,
  ],
  [
    'is not verified if the ID token denies it',
    { email, email_verified: false },
    { email, email_verified: true },
    false,
  ],
  [
    'is not verified if the user information denies it',
    { email, email_verified: true },
    { email, email_verified: false },
    false,
  ],
  ['is neither verified nor denied if both are silent', { email }, { email }, null],
])('combineClaims: the e-mail %s', (_case, idToken, userInfo, expected) => {
  const claims = combineClaims({ sub, ...idToken }, { sub, ...userInfo })
  expect(claims).toMatchObject({ email, email_verified: expected })
})

it('combineClaims adds claims that only the user information has, and prefers the ID token for all others', () => {
  const claims = combineClaims({ sub, name: 'Ana' }, { sub, name: 'Other', groups: ['admins'] })
  expect(claims).toMatchObject({ name: 'Ana', groups: ['admins'] })
})

it('namesOfClaims returns at most 50 names without their values, and names inside objects with their path', () => {
  expect(namesOfClaims({ sub, roles: ['a'], none: null, realm_access: { 'ro\nles': 'secret' } })).toEqual([
    'sub',
    'roles',
    'none',
    'realm_access',
    'realm_access.roles',
  ])
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`claim${index}`, index]))
  expect(namesOfClaims({ sub, ...many })).toHaveLength(50)
})
