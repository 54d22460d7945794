import { defineMessages } from '@partner-accounts/ui/messages'

export const testModeMessages = defineMessages(
  {
    title: 'Ações de teste',
    lead: 'No modo de teste, você faz o que, numa conta real, só nós fazemos. Os e-mails ficam guardados aqui.',
    once: 'Guarde agora: ninguém vê estes valores de novo.',
    actions: {
      activate: 'Ativar a assinatura',
      cancel: 'Cancelar a assinatura',
      revokeToken: 'Revogar a chave de acesso',
      reissueToken: 'Emitir outra chave de acesso',
    },
    done: {
      activate: 'Assinatura ativada.',
      cancel: 'Assinatura cancelada.',
      revokeToken: 'Chave de acesso revogada.',
      reissueToken: 'Chave de acesso emitida.',
    },
  },
  {
    title: 'Test actions',
    lead: 'In test mode, you do yourself what only we can do with real accounts. Mails are kept here.',
    once: 'Keep these values now: nobody can see them again.',
    actions: {
      activate: 'Activate the subscription',
      cancel: 'Cancel the subscription',
      revokeToken: 'Revoke the access key',
      reissueToken: 'Issue another access key',
    },
    done: {
      activate: 'Subscription activated.',
      cancel: 'Subscription canceled.',
      revokeToken: 'Access key revoked.',
      reissueToken: 'Access key issued.',
    },
  },
)
