/** The account's first user. */
export interface Administrator {
  fullName: string
  /** Unique over all accounts of all partners, whatever the case. */
  email: string
  /** 10 to 15 digits, area code first or after a country code. */
  mobilePhone: string
}
