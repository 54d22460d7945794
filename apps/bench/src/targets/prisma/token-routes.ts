import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '@partner-accounts/db/prisma-client'
import { verify } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import * as z from 'zod'
import type { TargetSettings } from '../settings.ts'
import { HttpError } from './http-error.ts'

const credentialsSchema = z.object({ email: z.string(), password: z.string() })

const invalidCredentials = () => new HttpError(401, 1418, 'Missing or invalid credentials.')

interface TokenRoutesOptions {
  prisma: PrismaClient
  signingKey: TargetSettings['signingKey']
}

export function tokenRoutes(app: FastifyInstance, { prisma, signingKey }: TokenRoutesOptions, done: () => void): void {
  app.post('/tokens', async (request) => {
    const credentials = credentialsSchema.safeParse(request.body)
    if (!credentials.success) throw invalidCredentials()
    const { email, password } = credentials.data
    const user = await prisma.portalUser.findFirst({ where: { email } })
    if (user?.status === 'invited') throw new HttpError(401, 24, 'The user has not been activated.')
    const passwordHash = user?.status === 'active' ? user.passwordHash : null
    if (!user || !passwordHash || !(await verify(passwordHash, password))) throw invalidCredentials()

    const token = await new SignJWT({ partner_id: user.partnerId, generation: 0 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signingKey.kid })
      .setIssuer('partner-accounts')
      .setAudience('partners/v1')
      .setSubject(user.id)
      .setIssuedAt()
      .setExpirationTime('1h')
      .setJti(randomUUID())
      .sign(signingKey.key)
    return { token, _id: user.id }
  })
  done()
}
