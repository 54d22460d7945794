import { createAccount as createAccountUseCase, type CreateAccountRequest, LIMITS } from '@partner-accounts/core'
import type { AccountBody } from '@partner-accounts/rules'
import * as z from 'zod'
import { throwProvoked } from '../errors/provoked-errors.ts'
import { restProcedure } from '../trpc.ts'
import { toEmployer } from '../wire/employer.ts'
import { accountPostSchema } from './account-schemas.ts'
import { applyTestChange } from './provoked-events.ts'

const { maxLength, ttlSeconds } = LIMITS.idempotencyKey

/**
 * Creates an account with its subscription, administrator, employer, unit and work schedule. Only this response
 * contains the secret.
 */
export const createAccount = restProcedure('createPartnerAccount', {
  summary: 'Create an account',
  description:
    "Creates an account of the partner with a subscription, an administrator, an employer, a unit at the employer's address and a sample " +
    'work schedule. If the partner has a coupon, it is applied. **Store the `secret` in the response: no other response contains it.**',
  requestHeaders: z.object({
    'Idempotency-Key': z
      .string()
      .optional()
      .meta({
        minLength: 1,
        maxLength,
        description: `A text of 1 to ${maxLength} characters that identifies this creation. A retry with the same key and body within ${ttlSeconds / 3600} hours returns the same response, \`secret\` included, and creates nothing.`,
        examples: ['order-4711'],
      }),
  }),
  successDescription: 'Created.',
})
  .input(accountPostSchema)
  .mutation(async ({ ctx, input }) => {
    const request = toRequest(input)
    await throwProvoked(ctx, request)
    const { id, apiToken, secret, isReplay } = await createAccountUseCase(ctx.services, {
      creator: ctx,
      request,
      idempotencyKey: ctx.idempotencyKey,
    })
    if (isReplay) ctx.onReplay?.()
    else
      // In test mode, certain e-mails of the administrator, such as `activated@errors.example`, change the new account.
      await applyTestChange(ctx.services, {
        creator: ctx,
        id,
        email: input.email,
        employees: input.employees_quantity,
      })
    return { _id: id, api_token: apiToken, secret }
  })

export function toRequest(body: AccountBody): CreateAccountRequest {
  const { company_doc: company } = body
  return {
    employeesQuantity: body.employees_quantity,
    administrator: { fullName: body.full_name, email: body.email, mobilePhone: body.mobile_phone },
    employer: toEmployer(company),
    address: {
      cep: company.address.cep,
      streetName: company.address.street_name,
      streetNumber: company.address.street_number,
      neighborhood: company.address.neighborhood,
      complement: company.address.complement ?? null,
      state: company.address.state,
      city: company.address.city,
    },
  }
}
