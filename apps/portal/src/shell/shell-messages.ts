import { defineMessages } from '@partner-accounts/ui/messages'

export const shellMessages = defineMessages(
  {
    accounts: 'Contas',
    create: 'Nova conta',
    onboarding: 'Importar',
    developers: 'API',
    team: 'Equipe',
    manageUsers: 'gerenciar usuários',
    signOut: 'Sair',
    permissions: 'Permissões',
    read: 'ver contas',
    createAccounts: 'criar contas',
    nothing: 'nenhuma',
  },
  {
    accounts: 'Accounts',
    create: 'New account',
    onboarding: 'Import',
    developers: 'Developers',
    team: 'Team',
    manageUsers: 'manage users',
    signOut: 'Sign out',
    permissions: 'Permissions',
    read: 'view accounts',
    createAccounts: 'create accounts',
    nothing: 'none',
  },
)
