import { client } from './client.mjs'

let count = 0
for await (const { name, active_employees, subscription_employees } of client.accounts.list()) {
  count += 1
  const excess = active_employees - subscription_employees
  if (excess > 0) console.log(`${name}: ${excess} employees more than contracted`)
}
console.log(`${count} accounts checked`)
