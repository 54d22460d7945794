test.each([
  ['@partner-accounts/sdk', 'PartnerAccounts'],
  ['@partner-accounts/sdk/batch', 'createMany'],
  ['@partner-accounts/sdk/testing', 'partnerAccountsService'],
  ['@partner-accounts/sdk/webhooks', 'verify'],
])('requires %s', (entry, name) => {
  expect(typeof require(entry)[name]).toBe('function')
})
