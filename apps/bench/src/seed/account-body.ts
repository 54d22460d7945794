import { sampleAccount } from '@partner-accounts/rules'

let count = 0

export function accountBody() {
  count += 1
  return sampleAccount({ email: `maria.${process.pid}.${count}@estrela.example` })
}
