import { sampleAccount } from '@partner-accounts/rules'

let count = 0

/** Returns a valid body of POST /partner-accounts (2.6) with a unique e-mail. */
export const accountBody = () => sampleAccount({ email: `maria.${process.pid}.${++count}@estrela.example` })
