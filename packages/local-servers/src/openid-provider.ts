import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'
import { waitForOutput } from './wait-for-output.ts'

export interface OpenIdPerson {
  email?: string
  email_verified?: boolean | string
  name?: string
  groups?: unknown
  /** Claims that replace those of the ID token, such as `aud`. */
  idToken?: Record<string, unknown>
  /** Signs the ID token with an unpublished key. */
  hasForeignKey?: boolean
  /** Bytes of an additional claim in the user information. */
  padding?: number
}

export interface OpenIdProviderOptions {
  redirectUri: string
  /** People by the name with which they sign in. Passwords are not checked. */
  people: Readonly<Record<string, OpenIdPerson>>
  /** Default: no page for signing out. */
  signedOutUri?: string
  port?: number
}

export interface OpenIdProvider {
  issuer: string
  clientId: string
  clientSecret: string
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./openid-provider-process.js', import.meta.url))

/** Starts an OpenID provider whose form signs in as anybody. */
export async function startOpenIdProvider({
  redirectUri,
  signedOutUri,
  people,
  port: chosenPort,
}: OpenIdProviderOptions): Promise<OpenIdProvider> {
  const port = chosenPort ?? (await freePort())
  const clientId = 'console'
  const clientSecret = 'secret of the console'
  const client = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [redirectUri],
    ...(signedOutUri !== undefined && { post_logout_redirect_uris: [signedOutUri] }),
  }
  const server = spawn(process.execPath, [PROGRAM, JSON.stringify({ port, client, people })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await waitForOutput(server, server.stdout, /listening/)
  return {
    issuer: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    stop: () => endProcess(server),
  }
}
