// Runs an OpenID provider. Its only argument is its configuration as JSON, see `openid-provider.ts`.

// Its warnings are about use in production.
console.warn = () => {}
const { default: Provider } = await import('oidc-provider')

const { port, client, people } = JSON.parse(process.argv[2] ?? '')

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [client],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
  // Everybody has agreed to everything.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid email profile groups')
    await grant.save()
    return grant
  },
})

provider.listen(port, '127.0.0.1', () => console.log('listening'))
