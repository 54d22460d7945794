import { sampleAccount } from '@partner-accounts/rules'

let count = 0

/** Returns the body of a creation with a unique e-mail. */
export function accountBody() {
  count += 1
  return sampleAccount({ email: `maria.${process.pid}.${count}@estrela.example` })
}
