import { isWebhookUrl } from './webhooks/webhook-sender.ts'
import { createIdGenerator, LIMITS } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccessCache } from './authentication/access-cache.ts'
import { createAuthenticator } from './authentication/authenticator.ts'
import { createInternalKeys } from './authentication/internal-keys.ts'
import { createJoseTokens } from './authentication/jose-tokens.ts'
import { createKeyRing } from './authentication/key-ring.ts'
import { subjectClaims, toSubject } from './authentication/subject-claims.ts'
import { createAdmit } from './http/admission.ts'
import { CONSOLE_PATH, OIDC_SIGN_IN_PATH } from './operators/console-path.ts'
import { OpenIdProvider } from './operators/openid-provider.ts'
import { createSignInAttempts } from './operators/sign-in-attempts.ts'
import { createApp } from './create-app.ts'
import { mailIdentityOf } from './mail/create-mail-transport.ts'
import { composeEml } from './mail/eml-mail-transport.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Argon2PasswordHasher } from './passwords/argon2-password-hasher.ts'
import { createTotpCodes } from './passwords/totp-codes.ts'
import { createPublicRecords } from './public-records/http-public-records.ts'
import { LimitedSignIns, limitPasswordResets } from './rate-limit/guards.ts'
import { createRequestRecorder } from './request-log/request-recorder.ts'
import { openRateLimits } from './rate-limit/open-rate-limits.ts'
import { openPartnerLimits } from './rate-limit/partner-limits.ts'
import { createRejectionLog } from './rate-limit/rejection-log.ts'
import { createRequestLimiter } from './rate-limit/request-limiter.ts'
import type { Keys } from './settings/data-directory.ts'
import { createSessionCookies } from './sessions/session-cookies.ts'
import type { Settings } from './settings/settings.ts'
import type { Tracing } from './observability/open-telemetry.ts'

export interface Observation {
  metrics: Metrics
  tracing: Tracing | undefined
}

export async function wireService(
  settings: Settings,
  keys: Keys,
  database: Database,
  passwords: Argon2PasswordHasher,
  logger: Logger,
  { metrics, tracing }: Observation,
): Promise<FastifyInstance> {
  const keyRing = await createKeyRing(keys.tokenSigningKeys)
  const tokens = createJoseTokens(keyRing, settings.tokenLifetimeSeconds)
  metrics.watchPool(database.pool)
  metrics.watchPasswords(passwords)
  metrics.watchMailQueue((countTo) => database.mailQueue.state(countTo))
  metrics.watchWebhookQueue((countTo) => database.webhookQueue.state(countTo))
  const { stores, transact } = database
  const { makeLimiter, ...limits } = await openRateLimits({
    store: settings.sharedStore,
    sealingKeys: keys.dataSealingKeys,
    logger,
    onDegraded: metrics.setRateLimitDegraded,
  })
  metrics.watchRateLimitMemory(limits.memoryBytes)
  const partnerLimits = await openPartnerLimits(stores.partners, logger)
  const { countRequest, rateLimits } = createRequestLimiter(makeLimiter, settings.rateLimit, partnerLimits.limitOf)
  const rejections = createRejectionLog({ store: stores.rejections, logger })
  const recorder = createRequestRecorder({ store: stores.requestLog, logger, onDropped: metrics.countUnrecorded })
  if (settings.operatorOidc?.emails.size === 0 && settings.operatorOidc.groups.size === 0) {
    logger.warn(
      'nobody may sign in to the console with OPERATOR_OIDC_ISSUER: set OPERATOR_OIDC_ALLOWED_EMAILS or OPERATOR_OIDC_ALLOWED_GROUPS',
    )
  }
  const openIdProvider = settings.operatorOidc && new OpenIdProvider(settings.operatorOidc, settings.publicUrl)
  const mailIdentity = mailIdentityOf(settings)
  const app = createApp({
    services: {
      stores,
      transact,
      newId: createIdGenerator(),
      passwords,
      sealingKeys: keys.dataSealingKeys,
      signIns: new LimitedSignIns(makeLimiter),
      passwordResets: limitPasswordResets(makeLimiter),
      oneTimeCodes: createTotpCodes(settings.productName),
      rateLimits: { ...rateLimits, storeState: limits.storeState },
      renderMail: mailIdentity.render,
      composeMail: async (mail) => (await composeEml(mail, mailIdentity)).toString(),
      subscriptionActivation: settings.subscriptionActivation,
      subscriptionNotices: settings.subscriptionNotices,
      requiresSecondApprover: settings.requiresSecondApprover,
      isWebhookUrl: (url) => isWebhookUrl(url, settings.webhooks),
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
      onSignIn: metrics.countSignIn,
      watchCall: tracing?.traceCall,
    },
    admit: createAdmit({
      authenticator: createAuthenticator(tokens, createAccessCache(stores.portalUsers)),
      countRequest,
      windowSeconds: settings.rateLimit.windowSeconds,
      countDecision: metrics.countDecision,
      rejections,
    }),
    findInternalCaller: createInternalKeys(keys.internalApiKeys, settings.internalKeyScopes),
    portalSessions: createSessionCookies(
      keyRing,
      { name: 'portal', ...settings.portalSession, toClaims: subjectClaims, toSubject },
      settings,
    ),
    consoleSessions: createSessionCookies(
      keyRing,
      { name: 'console', ...settings.operatorSession, toClaims: (sub) => ({ sub }), toSubject: ({ sub }) => sub },
      settings,
    ),
    signInAttempts: createSignInAttempts(keyRing, settings),
    openIdProvider,
    // The rate limit would always reject a longer batch.
    maxBatchSize: Math.min(LIMITS.rate.requests, settings.rateLimit.requests),
    recorder,
    settings,
    isReady: () => database.isReady(),
    logger,
    metrics,
    tracing,
  })
  // After the last response.
  app.addHook('onClose', async () => {
    limits.close()
    partnerLimits.close()
    await Promise.all([rejections.close(), recorder.close()])
  })
  return app
}
