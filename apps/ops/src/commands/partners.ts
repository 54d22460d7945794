import { readFileSync } from 'node:fs'
import { type ListedPartner, readPartnerList } from '@partner-accounts/rules'
import Papa from 'papaparse'
import type { Client, ListInput } from '../create-client.ts'
import { argument, choice, command, flag, number, option, optionalArgument, REASON, required } from '../command.ts'
import { OperatorError } from '../operator-error.ts'
import { describeFailure, type Failure } from '../output/describe-failure.ts'
import { listCommand, TEST } from '../list-command.ts'

type Status = NonNullable<ListInput<'partners'>['status']>

const id = argument('id of the partner')

export const PARTNER_COMMANDS = [
  command({
    name: 'partner create',
    about: 'Creates a partner, or those of a list',
    inputs: {
      name: option('NAME', 'name of the partner'),
      coupon: option('CODE', 'coupon for its new accounts'),
      testOf: option('ID', 'creates the test partner of this partner'),
      from: option('FILE', "CSV with name, coupon, manager's name and e-mail; nothing is created if a row is invalid"),
    },
    exactlyOneOf: ['name', 'from'],
    example: "--name 'Revenda Estrela' --coupon LAUNCH-20",
    async call(client, { name = '', coupon, testOf, from }) {
      if (from === undefined) return client.internal.partners.create.mutate({ name, coupon, testOf })
      if (coupon !== undefined || testOf !== undefined)
        throw new OperatorError('--from excludes --coupon and --test-of: nothing was created.')
      return createListed(client, from)
    },
    findFailure: (result) => (Array.isArray(result) ? failedRows(result as Created[]) : undefined),
  }),
  listCommand({
    name: 'partner list',
    about: 'Lists partners, oldest first',
    inputs: {
      name: option('TEXT', 'only names with these parts, in any case and with or without accents'),
      status: choice<Status>('STATUS', 'only partners with this status', { active: true, suspended: true }),
      ...TEST,
    },
    example: '--name estrela',
    defaultLimit: undefined,
    page: (client, { test, ...filter }, page) =>
      client.internal.partners.list.query({ ...filter, includeTest: test, ...page }),
  }),
  command({
    name: 'partner show',
    about: 'Shows a partner',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.partners.get.query(input),
  }),
  command({
    name: 'partner rename',
    about: 'Renames a partner',
    inputs: { id, name: required(option('NAME', 'the new name')) },
    example: "65f1c2a9e4b0d83f5a7c9e10 --name 'Revenda Estrela'",
    call: (client, input) => client.internal.partners.setName.mutate(input),
  }),
  command({
    name: 'partner suspend',
    about: "Blocks a partner's portal users and keeps its data",
    inputs: { id, ...REASON },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.partners.suspend.mutate(input),
  }),
  command({
    name: 'partner resume',
    about: 'Unblocks the portal users of a suspended partner',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e10',
    call: (client, input) => client.internal.partners.resume.mutate(input),
  }),
  command({
    name: 'partner empty',
    about: "Deletes a test partner's accounts, mails and events",
    inputs: { id, ...REASON },
    example: "65f1c2a9e4b0d83f5a7c9e10 --reason 'new tests' --yes",
    isIrreversible: true,
    requiresYes: true,
    async call(client, input) {
      // Each call deletes records for about two seconds.
      let result = await client.internal.partners.empty.mutate(input)
      while (!result.isEmpty) result = await client.internal.partners.empty.mutate(input)
      return { id: input.id, isEmpty: true }
    },
  }),
  command({
    name: 'partner set-coupon',
    about: "Changes the coupon of a partner's future accounts",
    inputs: {
      id,
      coupon: option('CODE', 'the new coupon'),
      none: flag('no coupon'),
    },
    exactlyOneOf: ['coupon', 'none'],
    example: '65f1c2a9e4b0d83f5a7c9e10 --coupon LAUNCH-20',
    call: (client, { id, coupon }) => client.internal.partners.setCoupon.mutate({ id, coupon: coupon ?? null }),
  }),
  command({
    name: 'partner limit',
    about: "Changes a partner's rate limit",
    inputs: {
      id,
      requests: optionalArgument('requests per window', number),
      until: option('DATE', 'last day (YYYY-MM-DD, in UTC) or time (ISO 8601 with offset); then the default applies'),
      default: flag('the default limit'),
    },
    exactlyOneOf: ['requests', 'default'],
    example: '65f1c2a9e4b0d83f5a7c9e10 120 --until 2027-12-31',
    call: (client, { id, requests, until }) =>
      client.internal.partners.setRateLimit.mutate({
        id,
        rateLimit: requests === undefined ? null : { requests, until },
      }),
  }),
]

interface Created {
  name: string
  id: string | null
  error: Failure | null
}

const describeRow = (index: number, name: string, error: Failure) =>
  `row ${index + 1} (${name}): ${[error.message, ...fieldErrors(error)].join(' ')}`

function failedRows(rows: readonly Created[]): string | undefined {
  const failed = rows.flatMap(({ name, error }, index) => (error ? [describeRow(index, name, error)] : []))
  return failed.length === 0 ? undefined : `Not created: ${failed.join('; ')}`
}

function readUtf8(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new OperatorError(`${file} is not UTF-8: save it as "CSV UTF-8". Nothing was created.`)
  }
}

/** Creates the partners of a file. Creates none if any row is invalid. */
async function createListed(client: Client, file: string) {
  const text = readUtf8(file)
  const { data } = Papa.parse<string[]>(text)
  const rows = readPartnerList(data)
  const create = async (row: ListedPartner, dryRun: boolean): Promise<Created> => {
    try {
      const { id } = await client.internal.partners.create.mutate({ ...row, dryRun })
      return { name: row.name, id, error: null }
    } catch (error) {
      return { name: row.name, id: null, error: describeFailure(error, 'OPS_URL') }
    }
  }
  const invalid: string[] = []
  for (const [index, row] of rows.entries()) {
    const { error } = await create(row, true)
    if (error) invalid.push(describeRow(index, row.name, error))
  }
  if (invalid.length > 0) throw new OperatorError(`Nothing was created: ${invalid.join('; ')}`)
  const results = []
  for (const row of rows) results.push(await create(row, false))
  return results
}

const fieldErrors = ({ fields = {} }: Failure) =>
  Object.entries(fields).map(([name, errors]) => `${name}: ${errors.join(' ')}`)
