import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { CompactEncrypt, SignJWT, UnsecuredJWT } from 'jose'
import { TEST_KEYS } from './harness.ts'

type Claims = Record<string, unknown>

const KEY: Uint8Array = TEST_KEYS.tokenSigningKeys[0]!.key
const HEADER = { alg: 'HS256', typ: 'JWT', kid: 'test' }

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs a token without a library, so that header, claims and key may be invalid. */
export function forge(header: unknown, claims: unknown, key: Uint8Array | string = KEY, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

/** Signs a header and claims with the right key. They need not be JSON. */
function signText(...parts: [header: string, claims: string]): string {
  const signed = parts.map((part) => Buffer.from(part).toString('base64url')).join('.')
  return `${signed}.${createHmac('sha256', KEY).update(signed).digest('base64url')}`
}

/** Returns the token that POST /tokens would issue, with some claims changed. `undefined` removes a claim. */
export const tokenWith = (claims: Claims, changes: Claims = {}) => forge(HEADER, { ...claims, ...changes })

const withHeader = (claims: Claims, changes: Claims) => forge({ ...HEADER, ...changes }, claims)

const now = () => Math.floor(Date.now() / 1000)

const PARTS = ['header', 'claims', 'signature'] as const

/** Returns a valid token in which one part is changed after signing. */
function tamper(claims: Claims, part: (typeof PARTS)[number], change: (text: string) => string): string {
  const parts = tokenWith(claims).split('.')
  const index = PARTS.indexOf(part)
  parts[index] = change(parts[index] ?? '')
  return parts.join('.')
}
const replaceFirstCharacter = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
const signAsymmetrically = (alg: string, key: Parameters<SignJWT['sign']>[0]) => (claims: Claims) =>
  new SignJWT(claims).setProtectedHeader({ ...HEADER, alg }).sign(key)
/** A key of 32 zero bytes, which a forged token carries in its header. */
const embeddedJwk = { kty: 'oct', k: Buffer.alloc(32).toString('base64url') }

/** Creates an invalid token from the claims of a valid one. Each name describes the error. */
export const FORGERIES: Record<string, (claims: Claims) => string | Promise<string>> = {
  'no signature and alg none': (claims) => new UnsecuredJWT(claims).encode(),
  'alg none with a signature': (claims) => withHeader(claims, { alg: 'none' }),
  'alg nOnE': (claims) => `${encode({ ...HEADER, alg: 'nOnE' })}.${encode(claims)}.`,
  'no alg': (claims) => withHeader(claims, { alg: undefined }),
  'HS512 with the right key': (claims) => forge({ ...HEADER, alg: 'HS512' }, claims, KEY, 'sha512'),
  'HS384 with the right key': (claims) => forge({ ...HEADER, alg: 'HS384' }, claims, KEY, 'sha384'),
  'HS256 signed as HS512': (claims) => forge(HEADER, claims, KEY, 'sha512'),
  'RS256 with an unknown key': signAsymmetrically('RS256', rsa.privateKey),
  'ES256 with an unknown key': signAsymmetrically('ES256', ec.privateKey),
  'HS256 with a public key as the secret': (claims) => forge(HEADER, claims, publicPem),
  'another key': (claims) => forge(HEADER, claims, randomBytes(32)),
  'an empty key': (claims) => forge(HEADER, claims, ''),
  'the key id as the key': (claims) => forge(HEADER, claims, 'test'),
  'an unknown kid': (claims) => withHeader(claims, { kid: 'other' }),
  'no kid': (claims) => withHeader(claims, { kid: undefined }),
  'an empty kid': (claims) => withHeader(claims, { kid: '' }),
  'a kid that is a path, signed with the contents of that file': (claims) =>
    forge({ ...HEADER, kid: '../../../../../dev/null' }, claims, ''),
  'a kid that is SQL': (claims) => forge({ ...HEADER, kid: "x' UNION SELECT 'key" }, claims, 'key'),
  'a kid that names a property of every object': (claims) => forge({ ...HEADER, kid: 'constructor' }, claims, ''),
  'the kid __proto__': (claims) => forge({ ...HEADER, kid: '__proto__' }, claims, ''),
  'a list as the kid': (claims) => withHeader(claims, { kid: ['test'] }),
  'an embedded key (jwk) in the header': (claims) => forge({ ...HEADER, jwk: embeddedJwk }, claims, Buffer.alloc(32)),
  'the URL of a key (jku, x5u) in the header': (claims) =>
    forge({ ...HEADER, jku: 'http://127.0.0.1:9/keys', x5u: 'http://127.0.0.1:9/x' }, claims, Buffer.alloc(32)),
  'an embedded certificate (x5c) in the header': (claims) =>
    forge({ ...HEADER, x5c: [embeddedJwk.k], x5t: embeddedJwk.k }, claims, Buffer.alloc(32)),
  'two algs in the header': (claims) =>
    signText('{"alg":"HS256","typ":"JWT","kid":"test","alg":"none"}', JSON.stringify(claims)),
  'claims that are not JSON': () => signText(JSON.stringify(HEADER), 'claims'),
  'a header that is not JSON': (claims) => signText('header', JSON.stringify(claims)),
  'parts that are not base64url': (claims) =>
    tokenWith(claims)
      .split('.')
      .map((part) => `${part}~`)
      .join('.'),
  'parts with padding': (claims) =>
    tokenWith(claims)
      .split('.')
      .map((part) => `${part}=`)
      .join('.'),
  'crit for an unknown parameter': (claims) => withHeader(claims, { crit: ['x'], x: 1 }),
  'crit for exp': (claims) => withHeader(claims, { crit: ['exp'], exp: now() + 60 }),
  'an empty crit': (claims) => withHeader(claims, { crit: [] }),
  'crit for b64': (claims) => withHeader(claims, { crit: ['b64'], b64: false }),
  'another typ': (claims) => withHeader(claims, { typ: 'at+jwt' }),
  'no typ': (claims) => withHeader(claims, { typ: undefined }),
  'a changed header': (claims) => tamper(claims, 'header', () => encode({ ...HEADER, cty: 'x' })),
  'changed claims': (claims) => tamper(claims, 'claims', () => encode({ ...claims, exp: now() + 99_999 })),
  'a changed signature': (claims) => tamper(claims, 'signature', replaceFirstCharacter),
  'a truncated signature': (claims) => tamper(claims, 'signature', (text) => text.slice(0, -4)),
  'a longer signature': (claims) => tamper(claims, 'signature', (text) => `${text}AAAA`),
  'an empty signature': (claims) => tamper(claims, 'signature', () => ''),
  'four parts': (claims) => `${tokenWith(claims)}.AAAA`,
  'two parts': (claims) => tokenWith(claims).split('.').slice(0, 2).join('.'),
  'claims that are a list': () => forge(HEADER, []),
  'claims that are text': () => forge(HEADER, 'text'),
  'claims that are null': () => forge(HEADER, null),
  'an encrypted token': (claims) =>
    new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
      .encrypt(KEY),
  'no user': (claims) => tokenWith(claims, { sub: undefined }),
  'a user that is a list': (claims) => tokenWith(claims, { sub: [claims['sub']] }),
  'a user with U+0000': (claims) => tokenWith(claims, { sub: `\0${String(claims['sub']).slice(1)}` }),
  'a user in upper case': (claims) => tokenWith(claims, { sub: String(claims['sub']).toUpperCase() }),
  'a user of 3,000 characters': (claims) => tokenWith(claims, { sub: 'a'.repeat(3000) }),
  'a partner with U+0000': (claims) => tokenWith(claims, { partner_id: `\0${String(claims['partner_id']).slice(1)}` }),
  'no generation': (claims) => tokenWith(claims, { generation: undefined }),
  'a later generation': (claims) => tokenWith(claims, { generation: 1 }),
  'a generation that is text': (claims) => tokenWith(claims, { generation: '0' }),
  'a generation that is null': (claims) => tokenWith(claims, { generation: null }),
  'an unknown user': (claims) => tokenWith(claims, { sub: '65f04c1e9b2d3a7f80c1e5a2' }),
  'no partner': (claims) => tokenWith(claims, { partner_id: undefined }),
  'a partner that is not a string': (claims) => tokenWith(claims, { partner_id: { $ne: null } }),
  'an unknown partner': (claims) => tokenWith(claims, { partner_id: '65f04c1e9b2d3a7f80c1e5a2' }),
  'no issuer': (claims) => tokenWith(claims, { iss: undefined }),
  'another issuer': (claims) => tokenWith(claims, { iss: 'https://partner-accounts' }),
  'a list of issuers': (claims) => tokenWith(claims, { iss: ['partner-accounts'] }),
  'no audience': (claims) => tokenWith(claims, { aud: undefined }),
  'another audience': (claims) => tokenWith(claims, { aud: 'partners/v2' }),
  'no iat': (claims) => tokenWith(claims, { iat: undefined }),
  'no jti': (claims) => tokenWith(claims, { jti: undefined }),
  'no exp': (claims) => tokenWith(claims, { exp: undefined }),
  'an exp of null': (claims) => tokenWith(claims, { exp: null }),
  'an exp that is text': (claims) => tokenWith(claims, { exp: String(now() + 60) }),
  'an iat in an hour': (claims) => tokenWith(claims, { iat: now() + 3600, exp: now() + 7200 }),
  'an iat that is text': (claims) => tokenWith(claims, { iat: String(now()) }),
  'an nbf that is text': (claims) => tokenWith(claims, { nbf: 'now' }),
  'an exp of now': (claims) => tokenWith(claims, { exp: now() }),
  'an exp an hour ago': (claims) => tokenWith(claims, { iat: now() - 7200, exp: now() - 3600 }),
  'an nbf in an hour': (claims) => tokenWith(claims, { nbf: now() + 3600 }),
  'more than 4 kB': (claims) => tokenWith(claims, { padding: 'x'.repeat(4096) }),
}
