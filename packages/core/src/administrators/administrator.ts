/** The account's first user. */
export interface Administrator {
  fullName: string
  /** Unique over all accounts of all partners, case-insensitively. */
  email: string
  /** 10 to 15 digits: an optional country code, the area code and the number. */
  mobilePhone: string
}
