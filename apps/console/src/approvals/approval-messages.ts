import { defineMessages } from '@partner-accounts/ui/messages'
import type { Outputs } from '../service/client.ts'

/** An action without a text does not compile. */
type ActionTexts = Record<Outputs['approvals']['list']['items'][number]['action'], string>

export const approvalMessages = defineMessages(
  {
    title: 'Pedidos à espera de aprovação',
    actions: {
      'account.correct': 'Corrigir dados',
      'account.reissue-token': 'Gerar nova chave',
      'account.revoke-token': 'Revogar chave',
      'partner.suspend': 'Suspender parceiro',
      'subscription.cancel': 'Cancelar assinatura',
    } satisfies ActionTexts,
    action: 'Ação',
    record: 'Registro',
    requestedBy: 'Pedido por',
    requested: 'Pedido',
    decision: 'Decisão',
    own: 'À espera de outro operador',
    approve: 'Aprovar',
    approveOf: (action: string, record: string) => `Aprovar: ${action}, ${record}`,
    approveLead: 'A ação é executada agora, e a auditoria mostra quem pediu e quem aprovou.',
    approved: 'Aprovado e executado.',
    reject: 'Rejeitar',
    rejectOf: (action: string, record: string) => `Rejeitar: ${action}, ${record}`,
    rejectLead: 'Nada muda. A auditoria mostra o motivo.',
    rejected: 'Pedido rejeitado.',
  },
  {
    title: 'Requests awaiting approval',
    actions: {
      'account.correct': 'Correct data',
      'account.reissue-token': 'Issue new key',
      'account.revoke-token': 'Revoke key',
      'partner.suspend': 'Suspend partner',
      'subscription.cancel': 'Cancel subscription',
    } satisfies ActionTexts,
    action: 'Action',
    record: 'Record',
    requestedBy: 'Requested by',
    requested: 'Requested',
    decision: 'Decision',
    own: 'Awaiting another operator',
    approve: 'Approve',
    approveOf: (action: string, record: string) => `Approve: ${action}, ${record}`,
    approveLead: 'The action runs now, and the audit trail shows who requested and who approved it.',
    approved: 'Approved and done.',
    reject: 'Reject',
    rejectOf: (action: string, record: string) => `Reject: ${action}, ${record}`,
    rejectLead: 'Nothing changes. The audit trail shows the reason.',
    rejected: 'Request rejected.',
  },
)
