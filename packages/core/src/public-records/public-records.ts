import type { Address } from '../units/unit.ts'

/** Some codes stand for a town, without a street. */
export type PostalAddress = {
  [Name in 'streetName' | 'neighborhood' | 'city' | 'state']?: Address[Name] | undefined
}

export interface CompanyNames {
  name?: string | undefined
  tradeName?: string | undefined
}

/**
 * A query that is not configured is absent. Results are cached per partner: otherwise response times would reveal other
 * partners' lookups.
 */
export interface PublicRecords {
  /**
   * @param cep 8 digits
   * @returns `undefined` when unknown
   */
  findAddress?: (cep: string, partnerId: string) => Promise<PostalAddress | 'unavailable' | undefined>
  /**
   * @param cnpj without punctuation, in upper case
   * @returns `undefined` when unknown
   */
  findCompany?: (cnpj: string, partnerId: string) => Promise<CompanyNames | 'unavailable' | undefined>
}
