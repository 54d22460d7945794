import { LIMITS, STATES } from '@partner-accounts/core'
import * as z from 'zod'

const text = (max: number = LIMITS.textLength) => z.string().trim().min(1).max(max)

const addressSchema = z.object({
  cep: z.string().regex(/^\d{8}$/),
  street_name: text(),
  street_number: text(LIMITS.streetNumberLength),
  neighborhood: text(),
  complement: text().nullish(),
  state: z.enum(STATES),
  city: text(),
})

const hasOneDocument = ({ cpf, cnpj }: { cpf?: unknown; cnpj?: unknown }) => (cpf == null) !== (cnpj == null)

/** The body of POST /partner-accounts (2.6). */
export const accountPostSchema = z.object({
  full_name: text(),
  employees_quantity: z.int().min(LIMITS.employeesQuantity.min).max(LIMITS.employeesQuantity.max),
  email: z.email().max(LIMITS.emailLength),
  mobile_phone: z.string().regex(/^\d{10,15}$/),
  company_doc: z
    .object({
      name: text(),
      trade_name: text(),
      cpf: z
        .string()
        .regex(/^\d{11}$/)
        .nullish(),
      cnpj: z
        .string()
        .regex(/^[0-9A-Z]{12}\d{2}$/)
        .nullish(),
      financial_email: z.email().max(LIMITS.emailLength).nullish(),
      address: addressSchema,
    })
    .refine(hasOneDocument, { path: ['cpf'] })
    .refine(hasOneDocument, { path: ['cnpj'] }),
})

const { defaultNumber, defaultSize, maxSize } = LIMITS.page

/** The query of a list (4.2). */
export const pageQuerySchema = z.object({
  page: z.coerce.number().int().min(1).catch(defaultNumber),
  max_results: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, maxSize))
    .catch(defaultSize),
})
