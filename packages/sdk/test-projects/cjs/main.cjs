const { argv, stdout } = require('node:process')
const { PartnerAccounts } = require('@partner-accounts/sdk')

const [options, body] = JSON.parse(argv[2])
const client = new PartnerAccounts(options)
client.accounts
  .create(body)
  .then(async ({ _id, secret }) => {
    const { api_token } = await client.accounts.get(_id, { secret })
    const [newest] = await client.accounts.list().toArray({ limit: 1 })
    return { listed: newest._id === _id, read: api_token !== undefined }
  })
  .then((result) => stdout.write(JSON.stringify(result)))
