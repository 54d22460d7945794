export interface Administrator {
  fullName: string
  /** Unique across all live partners, and within each test partner, case-insensitively. */
  email: string
  /** 10 to 15 digits: optional country code, area code, number. */
  mobilePhone: string
}

export interface AdministratorOfAccount extends Administrator {
  accountId: string
  partnerId: string
  accountName: string
}
