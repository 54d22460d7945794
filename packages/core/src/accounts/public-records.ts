import type { Address } from './unit.ts'

/** The address of a postal code. A code for a whole town has no street. */
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
 * Lookups in public records. A lookup that is not configured is absent. Results are cached per partner, so response
 * times do not reveal other partners' lookups.
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
