import type { ListInput, Inputs } from '../create-client.ts'
import { listCommand } from '../list-command.ts'
import { argument, choice, command, listOf, option, REASON, required } from '../command.ts'

type Permission = Inputs['portalUsers']['setPermissions']['permissions'][number]

const permissionList = listOf<Permission>({
  'accounts:read': true,
  'accounts:create': true,
  'users:manage': true,
  'webhooks:manage': true,
})

const id = argument('id of the portal user')

type Status = NonNullable<ListInput<'portalUsers'>['status']>

export const PORTAL_USER_COMMANDS = [
  listCommand({
    name: 'portal-user list',
    about: 'Lists portal users, newest first',
    inputs: {
      partner: option('ID', 'only users of this partner'),
      email: option('TEXT', 'only users with these parts of a name or e-mail'),
      status: choice<Status>('STATUS', 'only users with this status', {
        invited: true,
        active: true,
        disabled: true,
      }),
    },
    example: '--partner 65f1c2a9e4b0d83f5a7c9e10',
    defaultLimit: 100,
    page: (client, { partner, ...filter }, page) =>
      client.internal.portalUsers.list.query({ partnerId: partner, ...filter, ...page }),
  }),
  command({
    name: 'portal-user show',
    about: 'Shows a portal user',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e11',
    call: (client, input) => client.internal.portalUsers.get.query(input),
  }),
  command({
    name: 'portal-user invite',
    about: 'Invites a portal user by mail; inviting again replaces the link',
    inputs: {
      partner: required(option('ID', 'id of the partner')),
      email: required(option('E-MAIL', 'address that receives the link and that the user signs in with')),
      name: required(option('NAME', 'name of the user')),
      permissions: option(
        'LIST',
        "accounts:read, accounts:create, users:manage, webhooks:manage; '' for none; by default the first two, or those that the user had",
        permissionList,
      ),
    },
    example: "--partner 65f1c2a9e4b0d83f5a7c9e10 --email ana@revenda.example --name 'Ana Souza'",
    call: (client, { partner, ...user }) => client.internal.portalUsers.invite.mutate({ partnerId: partner, ...user }),
  }),
  command({
    name: 'portal-user activate',
    about: 'Activates a portal user with the token of an activation link and a password from standard input',
    inputs: {
      token: required(option('TOKEN', 'the part after "token=" in the mailed link')),
      password: option('PASSWORD', 'visible to all users of the machine; read from standard input if missing'),
    },
    example: '--token pau_… < password.txt',
    hiddenInput: 'password',
    withoutKey: true,
    call: (client, { token, password = '' }) => client.activation.activate.mutate({ token, password }),
  }),
  command({
    name: 'portal-user resend',
    about: 'Mails a new link to a portal user that is invited or disabled',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e11',
    call: (client, input) => client.internal.portalUsers.resendInvitation.mutate(input),
  }),
  command({
    name: 'portal-user reset-password',
    about: 'Mails a link for a new password to an active portal user',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e11',
    call: (client, input) => client.internal.portalUsers.sendPasswordReset.mutate(input),
  }),
  command({
    name: 'portal-user reset-second-factor',
    about: 'Removes the second factor of a portal user who lost it, and signs the user out',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e11',
    isIrreversible: true,
    call: (client, input) => client.internal.portalUsers.deleteSecondFactor.mutate(input),
  }),
  command({
    name: 'portal-user disable',
    about: 'Revokes all access of a portal user; a new invitation restores it',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e11',
    isIrreversible: true,
    call: (client, input) => client.internal.portalUsers.disable.mutate(input),
  }),
  command({
    name: 'portal-user enable',
    about: 'Undoes the disabling of a portal user, who chooses a new password through a mailed link',
    inputs: { id },
    example: '65f1c2a9e4b0d83f5a7c9e11',
    call: (client, input) => client.internal.portalUsers.enable.mutate(input),
  }),
  command({
    name: 'portal-user erase',
    about: 'Erases the personal data of a disabled portal user',
    inputs: { id, ...REASON },
    example: "65f1c2a9e4b0d83f5a7c9e11 --reason 'asked by the user' --yes",
    isIrreversible: true,
    requiresYes: true,
    call: (client, { id, reason = '' }) => client.internal.portalUsers.erase.mutate({ id, reason }),
  }),
  command({
    name: 'portal-user permissions',
    about: 'Replaces the permissions of a portal user',
    inputs: {
      id,
      set: required(
        option('LIST', "accounts:read, accounts:create, users:manage, webhooks:manage; '' for none", permissionList),
      ),
    },
    example: '65f1c2a9e4b0d83f5a7c9e11 --set accounts:read',
    call: (client, { id, set }) => client.internal.portalUsers.setPermissions.mutate({ id, permissions: set }),
  }),
]
