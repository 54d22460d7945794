import type { PrismaClient } from '@partner-accounts/db/prisma-client'
import type { FastifyRequest } from 'fastify'
import { errors, jwtVerify } from 'jose'
import { HttpError } from './http-error.ts'

export interface Caller {
  userId: string
  partnerId: string
  active: boolean
  permissions: string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

export const createAuthenticate = (prisma: PrismaClient, key: Uint8Array) => async (request: FastifyRequest) => {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !token) return
  const userId = await subjectOf(token, key)
  if (userId === undefined) return
  const user = await prisma.portalUser.findFirst({
    relationLoadStrategy: 'query',
    where: { id: userId },
    include: { partner: true },
  })
  if (!user) return
  const { partnerId, permissions, status, partner } = user
  request.caller = { userId, partnerId, permissions, active: status === 'active' && partner.status === 'active' }
}

async function subjectOf(token: string, key: Uint8Array): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: 'partner-accounts',
      audience: 'partners/v1',
    })
    return payload.sub
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

export function requireCaller({ caller }: FastifyRequest, permission: string): Caller {
  if (!caller) throw new HttpError(401, 9, 'Missing or invalid credentials.')
  if (!caller.active || !caller.permissions.includes(permission)) throw new HttpError(403, 666, 'No permission.')
  return caller
}
