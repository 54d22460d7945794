import type { Address } from '../units/unit.ts'

/** The parts of an address that follow from its postal code. Some codes stand for a whole town, without a street. */
export type PostalAddress = {
  [Name in 'streetName' | 'neighborhood' | 'city' | 'state']?: Address[Name] | undefined
}

/** The names under which a company is registered. */
export interface CompanyNames {
  name?: string | undefined
  tradeName?: string | undefined
}

/**
 * Public records of addresses and companies. A query that is not configured is absent. Results are cached for each partner
 * separately: otherwise the response time would show a partner what another one has looked up.
 */
export interface PublicRecords {
  /**
   * Returns the address of a postal code.
   *
   * @param cep 8 digits
   * @returns `undefined` when the code is unknown or the records are unavailable
   */
  findAddress?: (cep: string, partnerId: string) => Promise<PostalAddress | undefined>
  /**
   * Returns the names of a company.
   *
   * @param cnpj without punctuation, in upper case
   * @returns `undefined` when the company is unknown or the records are unavailable
   */
  findCompany?: (cnpj: string, partnerId: string) => Promise<CompanyNames | undefined>
}
