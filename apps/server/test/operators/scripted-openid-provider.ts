import { text } from 'node:stream/consumers'
import { startHttpServer } from '@partner-accounts/local-servers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const CLIENT_ID = 'console'

export interface ScriptedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** An OpenID provider in this process, without pages. Tests set its responses. */
export interface ScriptedOpenIdProvider {
  issuer: string
  /** The response to requests for tokens. By default an error. */
  tokenResponse: ScriptedResponse
  /** Responses by path, in addition to tokens, metadata and keys. */
  otherResponses: Record<string, ScriptedResponse>
  /** Metadata in addition to the required addresses. */
  metadata: object
  /** The header `Authorization` and the body of the latest request for tokens. */
  tokenRequest: { authorization: string | undefined; body: string }
  /** Returns a token response with an ID token that has these claims. By default, signs it with the published key. */
  tokensWith(claims: Record<string, unknown>, key?: CryptoKey): Promise<ScriptedResponse>
  stop(): Promise<void>
}

export const json = (status: number, body: object, headers: Record<string, string> = {}): ScriptedResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export async function startScriptedOpenIdProvider(): Promise<ScriptedOpenIdProvider> {
  const keys = await generateKeyPair('RS256')
  const publishedKey = { ...(await exportJWK(keys.publicKey)), use: 'sig', alg: 'RS256' }
  const respondTo = (path: string): ScriptedResponse => {
    const responses: Record<string, ScriptedResponse> = {
      '/.well-known/openid-configuration': json(200, { ...metadataOf(issuer), ...provider.metadata }),
      '/keys': json(200, { keys: [publishedKey] }),
      '/tokens': provider.tokenResponse,
      ...provider.otherResponses,
    }
    return responses[path] ?? json(404, {})
  }
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? ''
    const respond = (requestBody: string) => {
      if (path === '/tokens') {
        provider.tokenRequest = { authorization: request.headers.authorization, body: requestBody }
      }
      const { status, headers, body } = respondTo(path)
      response.writeHead(status, headers).end(body)
    }
    void text(request).then(respond)
  })
  const issuer = server.origin
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
    stop: server.stop,
  }
  return provider
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/tokens`,
  jwks_uri: `${issuer}/keys`,
})
