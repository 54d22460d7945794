import { defineMessages } from '@partner-accounts/ui/messages'

export const permissionMessages = defineMessages(
  {
    suspendedTitle: (partner: string) => `A parceria de ${partner} está suspensa`,
    suspended:
      'Enquanto isso, as contas não podem ser vistas nem criadas. Nada foi apagado. Fale com quem cuida da sua parceria para retomá-la.',
    mayNotReadTitle: 'Seu usuário não pode ver contas',
    missingPermission:
      'Peça a quem convidou você a permissão de que precisa. Ela vale em alguns segundos, sem entrar de novo.',
    mayNotCreateTitle: 'Seu usuário não pode criar contas',
    mayNotManageTitle: 'Seu usuário não pode gerenciar usuários',
    mayNotManageWebhooksTitle: 'Seu usuário não pode gerenciar webhooks',
    again: 'Verificar de novo',
    notFoundTitle: 'Esta página não existe',
    notFound: 'O endereço pode estar incompleto.',
    toHome: 'Ir para o início',
  },
  {
    suspendedTitle: (partner: string) => `The partnership of ${partner} is suspended`,
    suspended:
      'Accounts can be neither viewed nor created until it is resumed. Nothing was deleted. Contact your partnership manager.',
    mayNotReadTitle: 'Your user cannot view accounts',
    missingPermission:
      'Ask the person who invited you for the permission. It takes effect within seconds, without signing in again.',
    mayNotCreateTitle: 'Your user cannot create accounts',
    mayNotManageTitle: 'Your user cannot manage users',
    mayNotManageWebhooksTitle: 'Your user cannot manage webhooks',
    again: 'Check again',
    notFoundTitle: 'Page not found',
    notFound: 'The address may be incomplete.',
    toHome: 'Go to the first page',
  },
)
