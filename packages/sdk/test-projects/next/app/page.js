import { partnerAccounts } from '@/lib/partner-accounts'
import { createElement } from 'react'
import { Customer } from './customer.js'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const { meta } = await partnerAccounts().accounts.list({ max_results: 1 })
  return createElement('p', null, `accounts: ${meta.total}, `, createElement(Customer))
}
