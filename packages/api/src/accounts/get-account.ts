import { ACCOUNT_IDENTIFIER_PATTERN, findAccount } from '@partner-accounts/core'
import * as z from 'zod'
import { SAMPLES } from '../samples.ts'
import { restProcedure } from '../trpc.ts'
import { presentAccountDetail } from './present-account.ts'

export const accountParamsSchema = z.object({
  account_id: z.string().meta({
    // Documentation only: the use case rejects other text.
    pattern: ACCOUNT_IDENTIFIER_PATTERN.source,
    description:
      'Account id (24 hexadecimal characters), CNPJ (14 characters, letters in either case) or CPF (11 digits), without punctuation. Check digits are not validated.',
    examples: [SAMPLES.accountId, SAMPLES.cnpj, SAMPLES.cpf],
  }),
})

/** Returns an account by its id, CNPJ or CPF. With the account's secret, the response contains the token. */
export const getAccount = restProcedure('getPartnerAccount', {
  summary: 'Read an account',
  description:
    "Returns one account of the partner, by its id or by its employer's CNPJ or CPF. If several accounts share a tax ID, returns the most recent. " +
    "With the account's secret in `X-Secret`, the response contains the `api_token`. A wrong secret is not an error; the field is omitted.",
  requestHeaders: z.object({
    'X-Secret': z
      .string()
      .optional()
      .meta({
        description: "The account's secret, from the response to its creation.",
        examples: [SAMPLES.secret],
      }),
  }),
  successDescription: 'The account.',
})
  .input(accountParamsSchema)
  .query(async ({ ctx, input }) =>
    presentAccountDetail(
      await findAccount(ctx.services, {
        partnerId: ctx.partnerId,
        identifier: input.account_id,
        secret: ctx.accountSecret,
      }),
    ),
  )
