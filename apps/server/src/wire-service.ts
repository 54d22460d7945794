import { findWebhookUrlError } from './webhooks/webhook-sender.ts'
import type { Services } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccessCache } from './authentication/access-cache.ts'
import { createAuthenticator } from './authentication/authenticator.ts'
import { createInternalKeys } from './authentication/internal-keys.ts'
import { createJoseTokens } from './authentication/jose-tokens.ts'
import { createKeyRing, type KeyRing } from './authentication/key-ring.ts'
import { createAdmission } from './http/admission.ts'
import { ForwardingMonitor } from './http/forwarding-monitor.ts'
import { CONSOLE_PATH, OIDC_SIGN_IN_PATH } from './oidc/console-paths.ts'
import { OpenIdProvider } from './oidc/openid-provider.ts'
import { createSignInAttempts } from './oidc/sign-in-attempts.ts'
import { createApp } from './create-app.ts'
import { mailIdentityOf } from './mail/create-mail-transport.ts'
import { composeEml } from './mail/eml-mail-transport.ts'
import { ClientLog } from './logging/client-log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Argon2PasswordHasher } from './authentication/argon2-password-hasher.ts'
import { createTotpCodes } from './authentication/totp-codes.ts'
import { createPublicRecords } from './public-records/http-public-records.ts'
import { limitPasswordResets, limitWebhookSends } from './rate-limit/action-limits.ts'
import { LimitedSignIns } from './rate-limit/limited-sign-ins.ts'
import { createRequestRecorder } from './rest/request-recorder.ts'
import { openRateLimits } from './rate-limit/open-rate-limits.ts'
import { openPartnerLimits } from './rate-limit/partner-limits.ts'
import { createRejectionLog } from './rate-limit/rejection-log.ts'
import { createRequestLimiter } from './rate-limit/request-limiter.ts'
import type { Keys } from './settings/data-directory.ts'
import { createPortalSessions } from './authentication/portal-sessions.ts'
import { createSessionCookies } from './authentication/session-cookies.ts'
import type { Settings } from './settings/settings.ts'
import type { Tracing } from './observability/open-telemetry.ts'

export interface Observation {
  metrics: Metrics
  tracing: Tracing | undefined
}

export interface ServiceOptions extends Observation {
  settings: Settings
  keys: Keys
  database: Database
  passwords: Argon2PasswordHasher
  logger: Logger
}

export async function wireService(options: ServiceOptions): Promise<FastifyInstance> {
  const { settings, keys, database, logger, metrics, tracing } = options
  registerMetrics(options)
  const keyRing = await createKeyRing(keys.tokenSigningKeys)
  const tokens = createJoseTokens(keyRing, settings.tokenLifetimeSeconds)
  const limits = await openLimits(options)
  const recorder = createRequestRecorder({
    store: database.stores.requestLog,
    logger,
    onDropped: metrics.countUnrecorded,
  })
  const openIdProvider = createOpenIdProvider(settings, logger)
  const forwarding = new ForwardingMonitor(logger, settings.trustedProxies)
  const clientLog = new ClientLog(logger, settings.logsClientAddresses)
  const services = createServices(options, { tokens, limits, forwarding, clientLog, openIdProvider })
  const admission = createAdmission({
    authenticator: createAuthenticator(tokens, createAccessCache(database.stores.portalUsers)),
    countRequest: limits.countRequest,
    windowSeconds: settings.rateLimit.windowSeconds,
    countDecision: metrics.countDecision,
    rejections: limits.rejections,
    clientLog,
  })
  const sessions = createSessions(keyRing, settings)
  const { publicUrl } = settings
  const app = createApp({
    settings,
    logger,
    metrics,
    tracing,
    forwarding,
    admission,
    isReady: () => database.isReady(),
    pageFiles: database.pageFiles,
    rest: { services, admission, recorder, publicUrl },
    native: {
      services,
      admission,
      findInternalCaller: createInternalKeys(keys.internalApiKeys, settings.internalKeyScopes),
      ...sessions,
      // A batch that is longer than the default rate limit would always be rejected.
      maxPartnerBatch: Math.min(LIMITS.rate.requests, settings.rateLimit.requests),
    },
    mails: { services, admission, portalSessions: sessions.portalSessions },
    openId: {
      openIdProvider,
      services,
      admission,
      signInAttempts: createSignInAttempts(keyRing, settings),
      consoleSessions: sessions.consoleSessions,
      publicUrl,
    },
  })
  // Runs after the last response.
  app.addHook('onClose', async () => {
    limits.close()
    await Promise.all([limits.rejections.close(), recorder.close()])
  })
  return app
}

function registerMetrics({ settings, database, passwords, metrics }: ServiceOptions): void {
  metrics.watchPool(database.pool)
  // Metrics are collected in this order. The pool comes first, so that the statement of `isReady` is not reported as waiting.
  metrics.watchDatabase(() => database.isReady())
  metrics.watchPasswords(passwords)
  metrics.watchMailQueue((countTo) => database.mailQueue.state(countTo))
  metrics.watchWebhookQueue((countTo) => database.webhookQueue.state(countTo))
  metrics.watchEndpoints(() => database.stores.webhooks.countFailing())
  metrics.setOutgoingEnabled(settings.isOutgoingEnabled)
}

type Limits = Awaited<ReturnType<typeof openLimits>>

async function openLimits({ settings, keys, database, logger, metrics }: ServiceOptions) {
  const { stores } = database
  const { makeLimiter, storeState, memoryBytes, close } = await openRateLimits({
    store: settings.sharedStore,
    sealingKeys: keys.dataSealingKeys,
    logger,
    onDegraded: metrics.setRateLimitDegraded,
  })
  metrics.watchRateLimitMemory(memoryBytes)
  const partnerLimits = await openPartnerLimits(stores.partners, logger)
  const { countRequest, rateLimits } = createRequestLimiter(makeLimiter, settings.rateLimit, partnerLimits.limitOf)
  return {
    makeLimiter,
    storeState,
    countRequest,
    rateLimits,
    rejections: createRejectionLog({ store: stores.rejections, logger }),
    close() {
      close()
      partnerLimits.close()
    },
  }
}

function createOpenIdProvider({ operatorOidc, publicUrl }: Settings, logger: Logger): OpenIdProvider | undefined {
  if (!operatorOidc) return undefined
  if (operatorOidc.emails.size === 0 && operatorOidc.groups.size === 0) {
    logger.warn(
      'nobody may sign in to the console with OPERATOR_OIDC_ISSUER: set OPERATOR_OIDC_ALLOWED_EMAILS or OPERATOR_OIDC_ALLOWED_GROUPS',
    )
  }
  return new OpenIdProvider(operatorOidc, publicUrl)
}

const createSessions = (keyRing: KeyRing, settings: Settings) => ({
  portalSessions: createPortalSessions(keyRing, settings),
  consoleSessions: createSessionCookies<string>(
    keyRing,
    { name: 'console', ...settings.operatorSession, toClaims: (sub) => ({ sub }), toSubject: ({ sub }) => sub },
    settings,
  ),
})

interface ServiceParts {
  tokens: Services['tokens']
  limits: Limits
  forwarding: ForwardingMonitor
  clientLog: ClientLog
  openIdProvider: OpenIdProvider | undefined
}

/** Creates the dependencies of use cases. */
function createServices(
  { settings, keys, database, passwords, logger, metrics, tracing }: ServiceOptions,
  { tokens, limits, forwarding, clientLog, openIdProvider }: ServiceParts,
): Services {
  const { makeLimiter, rateLimits, storeState } = limits
  const mailIdentity = mailIdentityOf(settings)
  return {
    stores: database.stores,
    transact: database.transact,
    newId: database.newId,
    passwords,
    sealingKeys: keys.dataSealingKeys,
    signIns: new LimitedSignIns(makeLimiter),
    passwordResets: limitPasswordResets(makeLimiter),
    webhookPace: limitWebhookSends(makeLimiter),
    oneTimeCodes: createTotpCodes(settings.productName),
    rateLimits: { ...rateLimits, storeState, countsProxiesAsClients: () => forwarding.hasUntrustedForwarding },
    isOutgoingEnabled: settings.isOutgoingEnabled,
    renderMail: mailIdentity.render,
    composeMail: async (mail) => (await composeEml(mail, mailIdentity)).toString(),
    subscriptionActivation: settings.subscriptionActivation,
    subscriptionNotices: settings.subscriptionNotices,
    findWebhookUrlError: (url) => findWebhookUrlError(url, settings.webhooks),
    publicRecords: createPublicRecords(settings.publicRecords, logger),
    portalSessionSeconds: settings.portalSession.idleSeconds,
    operatorSessionSeconds: settings.operatorSession.lifetimeSeconds,
    consoleUrl: `${settings.publicUrl}${CONSOLE_PATH}`,
    consoleProviderUrl: settings.operatorOidc && `${settings.publicUrl}${OIDC_SIGN_IN_PATH}`,
    findProviderSignOut: openIdProvider?.settings.signsOut
      ? (idToken) => openIdProvider.findSignOut(idToken)
      : undefined,
    tokens,
    onAccountCreated: metrics.countAccount,
    onSignIn: (outcome, client) => {
      metrics.countSignIn(outcome)
      clientLog.signInEnded(outcome, client)
    },
    watchCall: metrics.watchCalls(tracing?.traceCall),
  }
}
