import rateLimit from '@fastify/rate-limit'
import type { PrismaClient } from '@partner-accounts/db/prisma-client'
import Fastify, { type FastifyInstance } from 'fastify'
import type { TargetSettings } from '../settings.ts'
import { accountRoutes } from './account-routes.ts'
import { createAuthenticate } from './authenticate.ts'
import { sendError } from './http-error.ts'
import { tokenRoutes } from './token-routes.ts'

/** Creates the usual implementation: Fastify's log and rate limit, a zod schema per body, Prisma as in its guide. */
export async function createPrismaApp(
  prisma: PrismaClient,
  { rateLimit: { requests, windowSeconds }, signingKey }: TargetSettings,
): Promise<FastifyInstance> {
  const app = Fastify({ logger: true })
  app.setErrorHandler(sendError)
  app.decorateRequest('caller')
  // Before the rate limit's hook, which reads the partner.
  app.addHook('onRequest', createAuthenticate(prisma, signingKey.key))
  await app.register(rateLimit, {
    max: requests,
    timeWindow: windowSeconds * 1000,
    keyGenerator: ({ caller, ip }) => caller?.partnerId ?? ip,
  })
  await app.register(tokenRoutes, { prefix: '/partners/v1', prisma, signingKey })
  await app.register(accountRoutes, { prefix: '/partners/v1/partner-accounts', prisma })
  return app
}
