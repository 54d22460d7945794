import type { Address, Administrator, Employer } from '@partner-accounts/core'
import { ACCOUNT_FIELDS, type AccountBody } from '@partner-accounts/rules'
import * as z from 'zod'
import { employerCorrectionSchema, toCorrectedEmployer } from '../wire/employer.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { correctable, fieldSchema, optional } from '../wire/fields.ts'

const administratorSchema = z.object({
  full_name: correctable(ACCOUNT_FIELDS.full_name),
  email: correctable(ACCOUNT_FIELDS.email),
  mobile_phone: correctable(ACCOUNT_FIELDS.mobile_phone),
})

const { address: addressRule } = ACCOUNT_FIELDS.company_doc.fields

const addressSchema = z.object({
  cep: correctable(addressRule.fields.cep),
  street_name: correctable(addressRule.fields.street_name),
  street_number: correctable(addressRule.fields.street_number),
  neighborhood: correctable(addressRule.fields.neighborhood),
  complement: (fieldSchema(addressRule.fields.complement) as z.ZodType<string>).nullable().optional(),
  state: correctable(addressRule.fields.state),
  city: correctable(addressRule.fields.city),
} satisfies Record<keyof AccountBody['company_doc']['address'], z.ZodType>)

/** The values to replace. */
export const correctionSchema = z
  .object({
    employer: optional(employerCorrectionSchema),
    administrator: optional(administratorSchema),
    address: optional(addressSchema),
  })
  .refine(
    ({ employer, administrator, address }) =>
      Object.values({ ...employer, ...administrator, ...address }).some((value) => value !== undefined),
    { path: ['employer'], message: 'nothing_to_change' satisfies FieldError },
  )

/** Converts valid corrections to those of the use case. */
export const toCorrections = ({ employer, administrator, address }: z.output<typeof correctionSchema>) => ({
  employer: employer ? defined<Employer>(toCorrectedEmployer(employer)) : {},
  administrator: administrator ? toAdministrator(administrator) : {},
  address: address ? toAddress(address) : {},
})

const toAdministrator = ({ full_name, email, mobile_phone }: z.output<typeof administratorSchema>) =>
  defined<Administrator>({ fullName: full_name, email, mobilePhone: mobile_phone })

const toAddress = ({ street_name, street_number, ...address }: z.output<typeof addressSchema>) =>
  defined<Address>({
    cep: address.cep,
    streetName: street_name,
    streetNumber: street_number,
    neighborhood: address.neighborhood,
    complement: address.complement,
    state: address.state as Address['state'] | undefined,
    city: address.city,
  })

/** Returns the values that are given. */
const defined = <T extends object>(values: { [Name in keyof T]: T[Name] | undefined }) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
