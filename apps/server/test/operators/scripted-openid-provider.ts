import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const CLIENT_ID = 'console'

export interface ScriptedResponse {
  status: number
  type: string
  body: string
}

/** An OpenID provider in this process, without pages: each test scripts its response to the request for tokens. */
export interface ScriptedOpenIdProvider {
  issuer: string
  tokenResponse: ScriptedResponse
  /** Further responses by path. */
  otherResponses: Record<string, ScriptedResponse>
  /** What the metadata have besides the required addresses. */
  metadata: object
  /** The header `Authorization` and the body of the latest request for tokens. */
  tokenRequest: { authorization: string | undefined; body: string }
  /** Returns a token response whose ID token, by default signed with the published key, has these claims. */
  tokensWith(claims: Record<string, unknown>, key?: CryptoKey): Promise<ScriptedResponse>
  stop(): Promise<void>
}

export const json = (status: number, body: object): ScriptedResponse => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

export async function startScriptedOpenIdProvider(): Promise<ScriptedOpenIdProvider> {
  const keys = await generateKeyPair('RS256')
  const publishedKey = { ...(await exportJWK(keys.publicKey)), use: 'sig', alg: 'RS256' }
  const responses: Record<string, () => ScriptedResponse> = {
    '/.well-known/openid-configuration': () => json(200, { ...metadataOf(provider.issuer), ...provider.metadata }),
    '/keys': () => json(200, { keys: [publishedKey] }),
    '/tokens': () => provider.tokenResponse,
  }
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    const respond = (received: string) => {
      if (url === '/tokens') provider.tokenRequest = { authorization: headers.authorization, body: received }
      const { status, type, body } = provider.otherResponses[url] ?? responses[url]!()
      response.writeHead(status, { 'content-type': type }).end(body)
    }
    void text(request).then(respond)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: ScriptedOpenIdProvider = {
    issuer,
    tokenResponse: json(500, {}),
    otherResponses: {},
    metadata: {},
    tokenRequest: { authorization: undefined, body: '' },
    async tokensWith(claims, key = keys.privateKey) {
      const idToken = new SignJWT({ iss: issuer, aud: CLIENT_ID, sub: 'ana', ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuedAt()
        .setExpirationTime('1m')
      return json(200, { access_token: 'access', token_type: 'Bearer', id_token: await idToken.sign(key) })
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/tokens`,
  jwks_uri: `${issuer}/keys`,
})
