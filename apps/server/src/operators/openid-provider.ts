import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import type { OperatorOidcSettings } from '../settings/operator-oidc-settings.ts'
import { type Claims, combineClaims } from './operator-of-claims.ts'

/** The secrets of a sign-in, which the browser keeps until the provider sends it back. */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Why a sign-in failed. */
export type ProviderFailure = 'unavailable' | 'denied' | 'interrupted'

/** A sign-in that the provider did not complete. `cause` is the technical reason; it may contain tokens. */
export class SignInError extends Error {
  override readonly name = 'SignInError'

  constructor(
    readonly failure: ProviderFailure,
    options: ErrorOptions,
  ) {
    super(failure, options)
  }
}

const TIMEOUT_SECONDS = 5
const CLOCK_TOLERANCE_SECONDS = 60
/** The provider's endpoints hardly ever change. */
const METADATA_TTL_MS = 3_600_000

/** The operators' OpenID provider: the authorization code flow with PKCE. Nothing is requested before the first sign-in. */
export class OpenIdProvider {
  readonly #settings: OperatorOidcSettings
  readonly #redirectUri: string
  readonly #configurations: LRUCache<string, client.Configuration>

  constructor(settings: OperatorOidcSettings, redirectUri: string) {
    this.#settings = settings
    this.#redirectUri = redirectUri
    this.#configurations = new LRUCache<string, client.Configuration>({
      max: 1,
      ttl: METADATA_TTL_MS,
      // An hour later, the last known endpoints are better than none.
      noDeleteOnFetchRejection: true,
      allowStaleOnFetchRejection: true,
      fetchMethod: () => discover(settings),
    })
  }

  /**
   * Begins a sign-in.
   *
   * @param forcesPrompt whether the provider asks who signs in, even if it knows
   * @returns the provider's page for it, and the secrets with which it ends
   * @throws SignInError `unavailable`
   */
  async begin(forcesPrompt: boolean): Promise<{ url: URL; secrets: SignInSecrets }> {
    const configuration = await this.#configure()
    const codeVerifier = client.randomPKCECodeVerifier()
    const secrets = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scope,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(forcesPrompt && { prompt: 'login' }),
    })
    return { url, secrets }
  }

  /**
   * Ends a sign-in.
   *
   * @param query of the URL at which the provider sent the browser back
   * @returns the claims of the ID token, and those that only the provider's user information has
   * @throws SignInError
   */
  async complete(query: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<Claims> {
    const configuration = await this.#configure()
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider returned no ID token')
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
      return combineClaims(claims, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
    } catch (error) {
      throw new SignInError(failureOf(error), { cause: error })
    }
  }

  async #configure(): Promise<client.Configuration> {
    try {
      return await this.#configurations.forceFetch(this.#settings.issuer)
    } catch (error) {
      throw new SignInError('unavailable', { cause: error })
    }
  }
}

function discover(settings: OperatorOidcSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret, clientAuthentication } = settings
  const authenticate = clientAuthentication === 'basic' ? client.ClientSecretBasic : client.ClientSecretPost
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticate(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Also verifies the signature of the ID token. The code flow leaves that to TLS.
        client.enableNonRepudiationChecks,
        // The settings permit http for development.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

/** The provider's response denies the sign-in, or the service's check of it failed, or the provider did not respond. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof client.AuthorizationResponseError) return 'denied'
  // The code was used, has expired, or belongs to another sign-in.
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant' ? 'interrupted' : 'unavailable'
  return codeOf(error) === 'OAUTH_INVALID_RESPONSE' ? 'interrupted' : 'unavailable'
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Describes a failure for the log, without the tokens that causes may contain. */
export function describeFailure({ cause }: SignInError): Record<string, unknown> {
  return {
    code: codeOf(cause),
    message: cause instanceof Error ? cause.message : undefined,
    ...responseOf(cause),
  }
}

/** Returns the error that the provider responded with. */
function responseOf(cause: unknown): { error?: unknown; description?: unknown } {
  if (cause instanceof client.WWWAuthenticateChallengeError) {
    const { error, error_description: description } = cause.cause[0]?.parameters ?? {}
    return { error, description }
  }
  if (!(cause instanceof client.AuthorizationResponseError || cause instanceof client.ResponseBodyError)) return {}
  return { error: cause.error, description: cause.error_description }
}
