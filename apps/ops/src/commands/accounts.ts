import { CORRECTABLE_FIELDS, type LeafRule } from '@partner-accounts/rules'
import { argument, choice, command, type Inputs, number, option, REASON, required, withBareTaxId } from '../command.ts'
import type { ListInput } from '../create-client.ts'
import { DATE_RANGE, listCommand, TEST } from '../list-command.ts'

type Status = NonNullable<ListInput<'accounts'>['status']>

const id = argument('id of the account')

type RecordName = keyof typeof CORRECTABLE_FIELDS

/** Names of options that differ from the names of their fields. */
const OPTION_NAMES: Record<string, string> = { fullName: 'administratorName', email: 'administratorEmail' }
const optionNameOf = (field: string) => OPTION_NAMES[field] ?? field

const corrections = (record: RecordName): Inputs =>
  Object.fromEntries(
    Object.entries<LeafRule>(CORRECTABLE_FIELDS[record]).map(([name, { kind, required, description }]) => [
      optionNameOf(name),
      option(kind === 'email' ? 'E-MAIL' : 'TEXT', required ? description.en : `${description.en} '' for none.`),
    ]),
  )

/** Returns the given values by field. An empty text becomes `null`, which removes an optional value. */
const valuesOf = (record: RecordName, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries<LeafRule>(CORRECTABLE_FIELDS[record]).map(([name, { required }]) => {
      const value = values[optionNameOf(name)]
      return [name, value === '' && !required ? null : value]
    }),
  )

export const ACCOUNT_COMMANDS = [
  listCommand({
    name: 'account list',
    about: 'Lists accounts of all partners, newest first; "search records" finds them by name',
    inputs: {
      partner: option('ID', 'only accounts of this partner'),
      taxId: option('TAX-ID', 'only accounts whose employer has this CPF or CNPJ', withBareTaxId),
      email: option('E-MAIL', 'only the account whose administrator has this e-mail'),
      status: choice<Status>('STATUS', 'only accounts whose subscription has this status', {
        pending: true,
        active: true,
        canceled: true,
      }),
      ...DATE_RANGE,
      ...TEST,
    },
    example: '--tax-id 11222333000181',
    defaultLimit: 100,
    page: (client, { partner, test, taxId, email, status, from, to }, page) =>
      client.internal.accounts.list.query({
        partnerId: partner,
        includeTest: test,
        taxId,
        email,
        status,
        from,
        to,
        ...page,
      }),
  }),
  command({
    name: 'account show',
    about: 'Shows an account, without its token and secret',
    inputs: {
      id: argument('id of the account, CPF or CNPJ of its employer, or e-mail of its administrator', withBareTaxId),
    },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.get.query(input),
  }),
  command({
    name: 'account correct',
    about:
      "Corrects an account's employer, address and administrator; a new e-mail of an invited administrator receives a link",
    inputs: {
      id,
      ...corrections('employer'),
      ...corrections('administrator'),
      ...corrections('address'),
      ...REASON,
    },
    example: '65f1c2a9e4b0d83f5a7c9e12 --administrator-email maria@estrela.example',
    call: (client, { id, reason, ...values }) =>
      client.internal.accounts.correct.mutate({
        id,
        reason,
        employer: valuesOf('employer', values),
        administrator: valuesOf('administrator', values),
        address: valuesOf('address', values),
      }),
  }),
  command({
    name: 'account revoke-token',
    about: "Revokes an account's token",
    inputs: { id, ...REASON },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    isIrreversible: true,
    call: (client, input) => client.internal.accounts.revokeToken.mutate(input),
  }),
  command({
    name: 'account reissue-token',
    about: 'Issues a new token and secret for an account and invalidates the old ones',
    inputs: { id, ...REASON },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    note: 'The token and the secret are shown only once: store them now. The previous ones are no longer valid.',
    isIrreversible: true,
    call: (client, input) => client.internal.accounts.reissueToken.mutate(input),
  }),
  command({
    name: 'account erase',
    about: 'Erases the personal data of an account whose subscription is canceled',
    inputs: { id, ...REASON },
    example: "65f1c2a9e4b0d83f5a7c9e12 --reason 'asked by the customer' --yes",
    isIrreversible: true,
    requiresYes: true,
    call: (client, { id, reason = '' }) => client.internal.accounts.erase.mutate({ id, reason }),
  }),
  command({
    name: 'account usage',
    about: 'Reports the number of active employees of an account',
    inputs: { id, activeEmployees: required(option('N', '0 or more', number)) },
    example: '65f1c2a9e4b0d83f5a7c9e12 --active-employees 9',
    call: (client, input) => client.internal.accounts.reportUsage.mutate(input),
  }),
]
