import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { packPackage, runNode } from './packed-package.ts'

/** The public names. Removing or changing one requires a new major version. */
const ENTRIES = {
  '@partner-accounts/sdk': {
    file: 'index',
    values: [
      'ApiError',
      'ConnectionError',
      'ErrorCode',
      'PartnerAccounts',
      'PartnerAccountsError',
      'PossiblyCreatedError',
      'RateLimitError',
      'TimeoutError',
      'UsageError',
      'VERSION',
      'redact',
    ],
    types: [
      'Account',
      'AccountDetail',
      'AccountList',
      'AccountPage',
      'AccountPageBody',
      'Accounts',
      'ApiErrorDetails',
      'ApiPromise',
      'ApiResponse',
      'CallOptions',
      'CreateAccountBody',
      'CreatedAccount',
      'CredentialOptions',
      'DerivedClientOptions',
      'ErrorDetails',
      'EventList',
      'EventListParams',
      'EventPage',
      'EventPageBody',
      'EventType',
      'Events',
      'FailedRequest',
      'Fetch',
      'FetchInit',
      'FetchResponse',
      'FollowOptions',
      'FieldPath',
      'GetParams',
      'Hooks',
      'IncomingResponse',
      'Mode',
      'InvalidFields',
      'ListParams',
      'LogLevel',
      'Logger',
      'OutgoingRequest',
      'Page',
      'PageBody',
      'PagedList',
      'PartnerAccountsEvent',
      'PartnerAccountsOptions',
      'Priority',
      'RateLimitStore',
      'RateLimitWindow',
      'TokenOptions',
      'TokenStorage',
      'UpcomingRetry',
      'Wait',
    ],
  },
  '@partner-accounts/sdk/batch': {
    file: 'batch',
    values: ['createMany', 'fileJournal'],
    types: ['CreateManyOptions', 'CreateManyProgress', 'CreateManyResult', 'Journal', 'JournalEntry'],
  },
  '@partner-accounts/sdk/testing': {
    file: 'testing',
    values: ['partnerAccountsService', 'sampleAccountBody'],
    types: [
      'AccountOptions',
      'AddedAccount',
      'Failure',
      'FailureScope',
      'NewEvent',
      'Operation',
      'PartnerAccountsService',
      'Permission',
      'PortalUser',
      'PortalUserOptions',
      'RateLimit',
      'ReceivedRequest',
      'SampleOptions',
      'ServiceOptions',
    ],
  },
  '@partner-accounts/sdk/webhooks': {
    file: 'webhooks',
    values: ['WebhookVerificationError', 'verify'],
    types: ['PartnerAccountsEvent', 'VerifyOptions', 'WebhookHeaders', 'WebhookVerificationReason'],
  },
}

const { project, folder } = await packPackage()
const runForNames = async (...args: string[]) => JSON.parse(await runNode(project, args)) as string[]

describe.each(Object.entries(ENTRIES))('%s exports exactly these names', (entry, { file, values, types }) => {
  it('when imported', async () => {
    const program = `import * as entry from '${entry}'; console.log(JSON.stringify(Object.keys(entry)))`
    expect(await runForNames('--input-type=module', '-e', program)).toEqual(values)
  })

  it('when required', async () => {
    const program = `console.log(JSON.stringify(Object.keys(require('${entry}')).sort()))`
    expect(await runForNames('-e', program)).toEqual(values)
  })

  it.each(['d.ts', 'd.cts'])('to the compiler in %s', (ending) => {
    const declarations = path.join(folder, 'dist', `${file}.${ending}`)
    const program = ts.createProgram([declarations], { noLib: true, types: [], module: ts.ModuleKind.NodeNext })
    const checker = program.getTypeChecker()
    const module = checker.getSymbolAtLocation(program.getSourceFile(declarations)!)!
    const names = checker.getExportsOfModule(module).map(({ name }) => name)
    expect(names.sort()).toEqual([...values, ...types].sort())
  })
})
