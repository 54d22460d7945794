import * as z from 'zod'
import { partnerProcedure } from '../trpc.ts'
import { patterned } from '../wire/fields.ts'

export const lookups = {
  /** Finds the address of a CEP. Returns `null` when nothing is known. */
  findAddress: partnerProcedure('accounts:create')
    .input(z.object({ cep: patterned(/^\d{8}$/, 'cep') }))
    .query(
      async ({ ctx: { services, partnerId }, input }) =>
        (await services.publicRecords.findAddress?.(input.cep, partnerId)) ?? null,
    ),
  /** Finds the company of a CNPJ. Returns `null` when nothing is known. */
  findCompany: partnerProcedure('accounts:create')
    .input(z.object({ cnpj: patterned(/^[0-9A-Z]{12}\d{2}$/, 'cnpj') }))
    .query(
      async ({ ctx: { services, partnerId }, input }) =>
        (await services.publicRecords.findCompany?.(input.cnpj, partnerId)) ?? null,
    ),
}
