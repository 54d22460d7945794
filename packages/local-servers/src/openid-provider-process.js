// Runs an OpenID provider. Its only argument is its configuration as JSON: see `openid-provider.ts`.
import { Buffer } from 'node:buffer'
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

// The provider's warnings concern its use in production.
console.warn = () => {}
const { default: Provider } = await import('oidc-provider')

const { port, client, people } = JSON.parse(process.argv[2] ?? '')

// Node 20 deadlocks if it garbage-collects a key's generator while it exports that key. A key from PEM has no generator.
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' }
const newKey = () =>
  createPrivateKey(generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding }).privateKey)
const key = newKey()
const foreignKey = newKey()

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [client],
  jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig' }] },
  claims: { openid: ['sub', 'padding'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  features: { rpInitiatedLogout: { enabled: 'post_logout_redirect_uris' in client } },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, ...people[id], padding: 'x'.repeat(people[id].padding ?? 0) }),
  }),
  // Every person has granted all scopes, so no consent page appears.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid email profile groups')
    await grant.save()
    return grant
  },
})

const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

// Changes the claims of ID tokens, and signs them again.
provider.use(async (context, next) => {
  await next()
  if (!context.body?.id_token) return
  const [header, payload] = context.body.id_token.split('.')
  const claims = decode(payload)
  const { idToken, hasForeignKey } = people[claims.sub]
  const content = `${header}.${encode({ ...claims, ...idToken })}`
  const signature = sign('sha256', Buffer.from(content), hasForeignKey ? foreignKey : key).toString('base64url')
  context.body.id_token = `${content}.${signature}`
})

provider.listen(port, '127.0.0.1', () => console.log('listening'))
