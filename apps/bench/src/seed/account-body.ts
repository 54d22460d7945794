import { sampleAccount } from '@partner-accounts/rules'

let count = 0

/** Returns a creation's body with an e-mail that no other call of this process returns. */
export function accountBody() {
  count += 1
  return sampleAccount({ email: `maria.${process.pid}.${count}@estrela.example` })
}
