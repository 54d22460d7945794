import { argument, command, type Input, number, option, required } from '../command.ts'
import type { RouterInputs } from '../create-client.ts'
import { listCommand } from '../list-command.ts'

type Corrections = RouterInputs['accounts']['correct']
type OptionsFor<Part extends keyof Corrections> = Record<
  keyof NonNullable<Corrections[Part]>,
  Input<string | undefined>
>

const id = argument('id of the account')

const EMPLOYER = {
  name: option('NAME', "employer's legal name"),
  tradeName: option('NAME', "employer's trade name"),
  cpf: option('CPF', "employer's CPF, instead of its tax ID"),
  cnpj: option('CNPJ', "employer's CNPJ, instead of its tax ID"),
  financialEmail: option('E-MAIL', "e-mail of the employer's finance department; '' for none"),
} satisfies OptionsFor<'employer'>

const ADMINISTRATOR = {
  administratorName: option('NAME', "administrator's full name"),
  administratorEmail: option('E-MAIL', "administrator's e-mail"),
  mobilePhone: option('DIGITS', "administrator's mobile phone"),
}

const ADDRESS = {
  cep: option('CEP', 'postal code of the address'),
  streetName: option('NAME', 'street of the address'),
  streetNumber: option('NUMBER', 'number in the street'),
  complement: option('TEXT', "complement of the address; '' for none"),
  neighborhood: option('NAME', 'neighborhood of the address'),
  city: option('NAME', 'city of the address'),
  state: option('STATE', 'state of the address, two letters'),
} satisfies OptionsFor<'address'>

const REMOVABLE: readonly PropertyKey[] = ['financialEmail', 'complement']

/** Returns the given options' values. An empty text removes an optional value. */
const valuesOf = <Name extends string>(
  options: Record<Name, unknown>,
  values: Record<NoInfer<Name>, string | undefined>,
) =>
  Object.fromEntries(
    (Object.keys(options) as Name[]).map((name) => [
      name,
      values[name] === '' && REMOVABLE.includes(name) ? null : values[name],
    ]),
  ) as Record<Name, string | null | undefined>

export const ACCOUNT_COMMANDS = [
  listCommand({
    name: 'account list',
    about: 'Lists accounts of all partners, newest first',
    inputs: {
      partner: option('ID', 'only accounts of this partner'),
      document: option('DOCUMENT', 'only accounts whose employer has this CPF or CNPJ, without punctuation'),
      email: option('E-MAIL', 'only the account whose administrator has this e-mail'),
    },
    example: '--document 11222333000181',
    defaultLimit: 100,
    page: (client, { partner, document, email }, page) =>
      client.internal.accounts.list.query({ partnerId: partner, document, email, ...page }),
  }),
  command({
    name: 'account show',
    about: 'Shows an account, without its token and secret',
    inputs: { id: argument('id of the account, CPF or CNPJ of its employer, or e-mail of its administrator') },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.show.query(input),
  }),
  command({
    name: 'account correct',
    about:
      "Corrects an account's employer, address and administrator; a new e-mail of an invited administrator receives a link",
    inputs: { id, ...EMPLOYER, ...ADMINISTRATOR, ...ADDRESS },
    example: '65f1c2a9e4b0d83f5a7c9e12 --administrator-email maria@estrela.example',
    call: (client, { id, administratorName, administratorEmail, mobilePhone, ...values }) =>
      client.internal.accounts.correct.mutate({
        id,
        employer: valuesOf(EMPLOYER, values),
        administrator: { fullName: administratorName, email: administratorEmail, mobilePhone } satisfies Record<
          keyof NonNullable<Corrections['administrator']>,
          unknown
        >,
        address: valuesOf(ADDRESS, values),
      }),
  }),
  command({
    name: 'account revoke-token',
    about: "Revokes an account's token",
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    call: (client, input) => client.internal.accounts.revokeToken.mutate(input),
  }),
  command({
    name: 'account reissue-token',
    about: 'Issues a new token and secret for an account and invalidates the old ones',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e12',
    note: 'The token and the secret are shown only once: store them now. The previous ones are no longer valid.',
    call: (client, input) => client.internal.accounts.reissueToken.mutate(input),
  }),
  command({
    name: 'account usage',
    about: 'Reports the number of active employees of an account',
    inputs: { id, activeEmployees: required(option('N', '0 or more', number)) },
    example: '65f1c2a9e4b0d83f5a7c9e12 --active-employees 9',
    call: (client, input) => client.internal.accounts.reportUsage.mutate(input),
  }),
]
