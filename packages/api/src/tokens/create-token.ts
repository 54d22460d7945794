import { issueToken } from '@partner-accounts/core'
import { requireMode } from '../authorize.ts'
import { describeOperation, signInProcedure } from '../trpc.ts'
import { partnerTokenRequestSchema } from './token-schemas.ts'

/** Creates a partner token with the e-mail and password of a portal user. */
export const createToken = signInProcedure
  .meta(
    describeOperation('createToken', {
      summary: 'Sign in',
      description:
        'Exchanges the e-mail and password of a portal user for a partner token. Send the token as `Authorization: Bearer <token>` ' +
        'with every other request. Sign in again after it has expired.',
      successDescription: 'Signed in.',
    }),
  )
  .input(partnerTokenRequestSchema)
  .mutation(async ({ ctx, input }) => {
    const { token, userId } = await issueToken(ctx.services, {
      ...input,
      network: ctx.network,
      admit: ctx.admitSignIn,
      onVerified(subject) {
        ctx.onUserIdentified?.(subject)
        requireMode(subject.partnerMode, ctx.expectedMode)
      },
    })
    return { token, _id: userId }
  })
