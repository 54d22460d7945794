import { issueToken } from '@partner-accounts/core'
import { signInProcedure } from '../trpc.ts'
import { partnerTokenRequestSchema } from './token-schemas.ts'

export const createToken = signInProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/tokens',
      operationId: 'createToken',
      tags: ['Tokens'],
      summary: 'Sign in',
      description:
        'Exchanges the e-mail and password of a portal user for a partner token. Send the token as `Authorization: Bearer <token>` ' +
        'with every other request. Sign in again after it has expired.',
      protect: false,
      successDescription: 'Signed in.',
    },
  })
  .input(partnerTokenRequestSchema)
  .mutation(async ({ ctx, input }) => {
    const { token, userId, partnerId } = await issueToken(ctx.services, { ...input, origin: ctx.origin })
    ctx.onUserIdentified?.({ partnerId, userId })
    return { token, _id: userId }
  })
