import { sampleAccount } from '@partner-accounts/rules'

let count = 0

/** Its e-mail is unique. */
export const accountBody = () => sampleAccount({ email: `maria.${process.pid}.${++count}@estrela.example` })
