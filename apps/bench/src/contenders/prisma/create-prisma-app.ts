import rateLimit from '@fastify/rate-limit'
import type { PrismaClient } from '@partner-accounts/db/prisma-client'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ContenderSettings } from '../settings.ts'
import { accountRoutes } from './account-routes.ts'
import { createAuthenticate } from './authenticate.ts'
import { sendError } from './error-reply.ts'
import { tokenRoutes } from './token-routes.ts'

/** The way most would write it: Fastify with its log and its rate limit, a zod schema a body, Prisma as in its guide. */
export async function createPrismaApp(
  prisma: PrismaClient,
  { rateLimit: { requests, windowSeconds }, signingKey }: ContenderSettings,
): Promise<FastifyInstance> {
  const app = Fastify({ logger: true })
  app.setErrorHandler(sendError)
  app.decorateRequest('caller')
  // Before the limit's hook, which needs to know the partner.
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
