import { type AccountIdentifier, parseAccountIdentifier, revealApiToken } from '@partner-accounts/core'
import type { Prisma, PrismaClient } from '@partner-accounts/db/prisma-client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountPostSchema, pageQuerySchema } from './account-schemas.ts'
import { requireCaller } from './authenticate.ts'
import { createAccount } from './create-account.ts'
import { HttpError } from './http-error.ts'
import { presentAccount, presentPage } from './present.ts'

const include = { subscriptions: true } satisfies Prisma.AccountInclude
/** // Prisma's default without the schema's preview feature. Joins are slow on deep pages, too. */
const relationLoadStrategy = 'query'

export function accountRoutes(app: FastifyInstance, { prisma }: { prisma: PrismaClient }, done: () => void): void {
  app.get('/', async (request) => {
    const { partnerId } = requireCaller(request, 'accounts:read')
    const { page, max_results: take } = pageQuerySchema.parse(request.query)
    const where = { partnerId }
    const [accounts, total] = await Promise.all([
      prisma.account.findMany({
        where,
        include,
        relationLoadStrategy,
        orderBy: { number: 'desc' },
        skip: (page - 1) * take,
        take,
      }),
      prisma.account.count({ where }),
    ])
    return presentPage(accounts, total, page, take)
  })

  app.get('/:account_id', async (request: FastifyRequest<{ Params: { account_id: string } }>) => {
    const { partnerId } = requireCaller(request, 'accounts:read')
    const { kind, value } = parseIdentifier(request.params.account_id)
    const account = await prisma.account.findFirst({
      where: { partnerId, [kind]: value },
      include,
      relationLoadStrategy,
      orderBy: { number: 'desc' },
    })
    if (!account) throw new HttpError(404, 56, 'Account not found.')
    const secret = request.headers['x-secret']
    const apiToken = typeof secret === 'string' ? revealApiToken(account.id, account, secret) : undefined
    return { ...presentAccount(account), ...(apiToken !== undefined && { api_token: apiToken }) }
  })

  const onRequest = (request: FastifyRequest, _reply: unknown, next: () => void) => {
    requireCaller(request, 'accounts:create')
    next()
  }
  app.post('/', { onRequest }, async (request) => {
    const body = accountPostSchema.parse(request.body)
    return createAccount(prisma, requireCaller(request, 'accounts:create'), body)
  })
  done()
}

function parseIdentifier(text: string): AccountIdentifier {
  try {
    return parseAccountIdentifier(text)
  } catch {
    throw new HttpError(422, 113, 'Invalid identifier.')
  }
}
