import { words } from '@partner-accounts/ui/words'

export const shellWords = words(
  {
    accounts: 'Contas',
    create: 'Nova conta',
    onboarding: 'Criar em lote',
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
    onboarding: 'Import many',
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
