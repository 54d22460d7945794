import { defineMessages } from '@partner-accounts/ui/messages'

export const shellMessages = defineMessages(
  {
    places: {
      today: 'Hoje',
      accounts: 'Contas',
      subscriptions: 'Assinaturas',
      mails: 'E-mails',
      partners: 'Parceiros',
      users: 'Usuários',
      coupons: 'Cupons',
      webhooks: 'Webhooks',
      requests: 'Requisições',
      limits: 'Limites',
      audit: 'Auditoria',
      operators: 'Operadores',
    },
    searchHint: 'Nome, CNPJ, CPF, e-mail, rua, cupom, id ou id de requisição',
    version: (version: string) => `Versão ${version}`,
  },
  {
    places: {
      today: 'Today',
      accounts: 'Accounts',
      subscriptions: 'Subscriptions',
      mails: 'Mails',
      partners: 'Partners',
      users: 'Users',
      coupons: 'Coupons',
      webhooks: 'Webhooks',
      requests: 'Requests',
      limits: 'Limits',
      audit: 'Audit',
      operators: 'Operators',
    },
    searchHint: 'Name, CNPJ, CPF, e-mail, street, coupon, id or request id',
    version: (version: string) => `Version ${version}`,
  },
)
