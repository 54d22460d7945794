import type { Address } from './unit.ts'

/** Some codes are a whole town's, without a street. */
export type PostalAddress = {
  [Name in 'streetName' | 'neighborhood' | 'city' | 'state']?: Address[Name] | undefined
}

export interface PublicCompany extends PostalAddress {
  name?: string | undefined
  tradeName?: string | undefined
  /** 8 digits. */
  cep?: string | undefined
  streetNumber?: string | undefined
  complement?: string | undefined
}

/**
 * Queries that are not configured are absent. Results are cached per partner: response times must not reveal other
 * partners' lookups.
 */
export interface PublicRecords {
  /**
   * @param cep 8 digits
   * @returns `undefined` when unknown
   */
  findAddress?: (cep: string, partnerId: string) => Promise<PostalAddress | 'unavailable' | undefined>
  /**
   * @param cnpj upper case, without punctuation
   * @returns `undefined` when unknown
   */
  findCompany?: (cnpj: string, partnerId: string) => Promise<PublicCompany | 'unavailable' | undefined>
}

declare module '../dependencies.ts' {
  interface Dependencies {
    publicRecords: PublicRecords
  }
}
