import { sampleAccount, type SampleChanges } from '@partner-accounts/rules'
import type { CreateAccountBody } from '../wire/models.ts'

/** Fields that replace those of the sample. */
export interface SampleOptions extends Partial<Omit<CreateAccountBody, 'company_doc'>> {
  /** Fields that replace those of the sample's employer. */
  company_doc?: Partial<CreateAccountBody['company_doc']>
}

/** An existing account. Omitted fields get sample values. */
export interface AccountOptions extends SampleOptions {
  /** See `PortalUserOptions.partner`. */
  partner?: string
  /** Default: now. */
  createdAt?: Date
  /** Default: 0. */
  active_employees?: number
  /** Default: 0. */
  subscription_face_ids?: number
}

let sampleCount = 0

/**
 * Returns a valid creation body with a unique e-mail and CNPJ.
 *
 * @example
 * await client.accounts.create(sampleAccountBody({ employees_quantity: 3 }))
 */
export function sampleAccountBody(options: SampleOptions = {}): CreateAccountBody {
  sampleCount += 1
  const number = sampleCount
  return numberedAccount(9_000_000_000 + number, { email: `sample-${number}@estrela.example`, ...options })
}

/** Returns a valid creation body whose e-mail, company name and CNPJ contain the number. A body with a CPF has no CNPJ. */
export function numberedAccount(number: number, { company_doc = {}, ...given }: SampleOptions): CreateAccountBody {
  const taxId = company_doc.cpf == null ? { cnpj: String(number).padStart(14, '0') } : {}
  return sampleAccount({
    email: `maria-${number}@estrela.example`,
    ...given,
    company_doc: { name: `Padaria Estrela ${number} Ltda`, ...taxId, ...company_doc },
  } as SampleChanges) as unknown as CreateAccountBody
}
