import * as client from 'openid-client'
import { readBody } from '../http/read-body.ts'
import { errorCode } from '../logging/error-code.ts'
import type { OperatorOidcSettings } from '../settings/operator-oidc-settings.ts'
import { OIDC_CALLBACK_PATH, SIGN_IN_PAGE } from './console-paths.ts'
import { type Claims, combineClaims } from './operator-of-claims.ts'

/** The browser keeps these secrets in a cookie until the provider redirects it back. */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

export interface SignedIn {
  claims: Claims
  idToken: string
}

export type ProviderFailure = 'unavailable' | 'denied' | 'interrupted' | 'identity-invalid'

/** `cause` may contain tokens. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure, options: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }

  /** The name of the invalid claim, or `signature` or `content`. */
  get invalidPart(): string | undefined {
    return invalidPartOf(this.cause)
  }
}

const TIMEOUT_SECONDS = 5
/** A slow provider must not fail a sign-out. */
const SIGN_OUT_TIMEOUT_SECONDS = 2
/** Longer ID tokens are not sent as a hint with a sign-out, because the URL could exceed limits. */
const MAX_HINT_LENGTH = 4096
const CLOCK_TOLERANCE_SECONDS = 60
/** Ten times the size of large providers' metadata and key sets. */
const MAX_RESPONSE_BYTES = 256 * 1024

/**
 * Signs operators in with the authorization code flow and PKCE. Fetches the metadata for every sign-in, so that the browser
 * is not sent to an unavailable provider.
 */
export class OpenIdProvider {
  readonly settings: OperatorOidcSettings
  readonly #redirectUri: string
  readonly #signedOutUri: string
  #discovery: Promise<client.Configuration> | undefined

  constructor(settings: OperatorOidcSettings, publicUrl: string) {
    this.settings = settings
    this.#redirectUri = `${publicUrl}${OIDC_CALLBACK_PATH}`
    this.#signedOutUri = `${publicUrl}${SIGN_IN_PAGE}`
  }

  /**
   * @param forcesPrompt whether the provider must ask who signs in, even if the browser has a session there
   * @throws SignInError `unavailable`
   */
  async begin(forcesPrompt: boolean): Promise<{ url: URL; secrets: SignInSecrets }> {
    const configuration = await this.#configure()
    const codeVerifier = client.randomPKCECodeVerifier()
    const secrets = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.settings.scope,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(forcesPrompt && { prompt: 'login' }),
    })
    return { url, secrets }
  }

  /**
   * Returns the ID token and its claims, completed by the user information.
   *
   * @param query the query of the callback's URL
   * @throws SignInError
   */
  async complete(query: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<SignedIn> {
    const configuration = await this.#configure()
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      const claims = tokens.claims()
      const idToken = tokens.id_token
      if (!claims || idToken === undefined) throw new Error('the provider returned no ID token')
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return { claims, idToken }
      const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return { claims: combineClaims(claims, userInfo), idToken }
    } catch (error) {
      throw new SignInError(failureOf(error), { cause: error })
    }
  }

  /** Returns the URL to sign out (RP-initiated logout), or `undefined` if the provider is down or has none. */
  async findSignOut(idToken: string | undefined): Promise<string | undefined> {
    const configuration = await discover(this.settings, SIGN_OUT_TIMEOUT_SECONDS).catch(() => undefined)
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: this.#signedOutUri,
      // With this state, the page confirms the sign-out.
      state: 'signed-out',
      ...(idToken !== undefined && idToken.length <= MAX_HINT_LENGTH && { id_token_hint: idToken }),
    }).href
  }

  async #configure(): Promise<client.Configuration> {
    // Concurrent sign-ins share one request for the metadata.
    this.#discovery ??= discover(this.settings, TIMEOUT_SECONDS)
    try {
      return await this.#discovery
    } catch (error) {
      throw new SignInError('unavailable', { cause: error })
    } finally {
      this.#discovery = undefined
    }
  }
}

/** Retries with the metadata's issuer if that differs from the setting only in its final slash. */
async function discover(settings: OperatorOidcSettings, timeout: number): Promise<client.Configuration> {
  try {
    return await discoverAt(settings.issuer, settings, timeout)
  } catch (error) {
    const issuer = issuerWithOtherSlash(error, settings.issuer)
    if (issuer === undefined) throw error
    return await discoverAt(issuer, settings, timeout)
  }
}

/** Returns the issuer in the metadata that `openid-client` rejected, if it differs only in its final slash. */
function issuerWithOtherSlash(error: unknown, issuer: string): string | undefined {
  const mismatch = error instanceof Error ? error.cause : undefined
  if (typeof mismatch !== 'object' || mismatch === null || !('attribute' in mismatch && 'body' in mismatch)) {
    return undefined
  }
  const { attribute, body } = mismatch as { attribute: unknown; body: { issuer?: unknown } }
  if (attribute !== 'issuer' || typeof body.issuer !== 'string') return undefined
  return withoutFinalSlash(body.issuer) === withoutFinalSlash(issuer) ? body.issuer : undefined
}

const withoutFinalSlash = (text: string): string => text.replace(/\/$/, '')

function discoverAt(issuer: string, settings: OperatorOidcSettings, timeout: number): Promise<client.Configuration> {
  const { clientId, clientSecret, clientAuthentication } = settings
  const authenticate = clientAuthentication === 'basic' ? client.ClientSecretBasic : client.ClientSecretPost
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticate(clientSecret),
    {
      timeout,
      [client.customFetch]: fetchLimited,
      execute: [
        // Also verifies the signature of ID tokens. By default, the code flow relies on TLS for them.
        client.enableNonRepudiationChecks,
        // In development, the provider may have no TLS.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** A failed request to the provider, or an error response without an explanation that `openid-client` can read. */
class ProviderRequestError extends Error {
  override readonly name = 'ProviderRequestError'
  readonly address: string
  readonly status: number | undefined

  /** @param address the URL without its query, which may contain a code */
  constructor(address: string, status: number | undefined, options?: ErrorOptions) {
    super('the request to the provider failed', options)
    this.address = address
    this.status = status
  }
}

async function fetchLimited(url: string, options: client.CustomFetchOptions): Promise<Response> {
  const { origin, pathname } = new URL(url)
  const address = `${origin}${pathname}`
  let response: Response | undefined
  let body: Buffer
  try {
    response = await fetch(url, options as RequestInit)
    body = await readBody(response, MAX_RESPONSE_BYTES)
  } catch (error) {
    throw new ProviderRequestError(address, response?.status, { cause: error })
  }
  const { status, headers } = response
  if (!response.ok && !hasExplanation(response)) throw new ProviderRequestError(address, status)
  // `Response` permits no body with statuses such as 204.
  return new Response(response.body && new Uint8Array(body), { status, headers })
}

/** OAuth errors arrive as JSON or as a challenge. */
const hasExplanation = ({ headers }: Response): boolean =>
  headers.has('www-authenticate') || /\bjson\b/i.test(headers.get('content-type') ?? '')

/** Errors of a redirect that mean neither a rejection nor a cancellation (RFC 6749, section 4.1.2.1). */
const PROVIDER_IS_DOWN = ['temporarily_unavailable', 'server_error']

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof client.AuthorizationResponseError)
    return PROVIDER_IS_DOWN.includes(error.error) ? 'unavailable' : 'denied'
  // The code was used, has expired, or belongs to another sign-in.
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant' ? 'interrupted' : 'unavailable'
  if (invalidPartOf(error) !== undefined) return 'identity-invalid'
  // The callback does not belong to this sign-in, for example because its `state` differs.
  return codeOf(error) === 'OAUTH_INVALID_RESPONSE' ? 'interrupted' : 'unavailable'
}

/** Returns the invalid part of an identity. `openid-client` wraps the `oauth4webapi` error, whose cause contains it. */
function invalidPartOf(error: unknown): string | undefined {
  const details = error instanceof Error && error.cause instanceof Error ? error.cause.cause : undefined
  if (typeof details !== 'object' || details === null) return undefined
  if ('claim' in details) return String(details.claim)
  if ('attribute' in details) return String(details.attribute)
  if ('signature' in details || 'jwks_uri' in details) return 'signature'
  return 'claims' in details || 'header' in details ? 'content' : undefined
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns what the log contains about a failure, without the tokens in its causes. */
export function describeFailure({ cause, invalidPart }: SignInError): Record<string, unknown> {
  const request = requestErrorIn(cause)
  return {
    invalidPart,
    code: cause instanceof Error ? errorCode(cause) : undefined,
    message: cause instanceof Error ? cause.message : undefined,
    address: request?.address,
    status: request?.status,
    ...responseOf(cause),
  }
}

/** `openid-client` wraps errors of its requests. */
const requestErrorIn = (error: unknown): ProviderRequestError | undefined =>
  error instanceof Error && error.cause instanceof ProviderRequestError ? error.cause : undefined

function responseOf(cause: unknown): { error?: unknown; description?: unknown } {
  if (cause instanceof client.WWWAuthenticateChallengeError) {
    const { error, error_description: description } = cause.cause[0]?.parameters ?? {}
    return { error, description }
  }
  if (!(cause instanceof client.AuthorizationResponseError || cause instanceof client.ResponseBodyError)) return {}
  return { error: cause.error, description: cause.error_description }
}
