import { sampleAccount } from '@partner-accounts/rules'

let count = 0

export const accountBody = () => sampleAccount({ email: `maria.${process.pid}.${++count}@estrela.example` })
