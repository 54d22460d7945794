import { PartnerAccounts } from '@partner-accounts/sdk'

// One of several processes of a partner: creates accounts concurrently and prints the errors.
const [options, bodies] = JSON.parse(process.argv[2])
const client = new PartnerAccounts(options)
const results = await Promise.allSettled(bodies.map((body) => client.accounts.create(body)))
const failures = results.filter(({ status }) => status === 'rejected').map(({ reason }) => String(reason))
console.log(JSON.stringify(failures))
