import { defineMessages } from '@partner-accounts/ui/messages'

export const personMessages = defineMessages(
  {
    export: 'Exportar dados pessoais',
    lead: (email: string) =>
      `O arquivo contém tudo o que está guardado sobre ${email}: cadastro, e-mails, acessos e histórico. A exportação fica na auditoria. Confirme antes quem pediu.`,
    submit: 'Baixar arquivo',
    exported: 'Dados exportados.',
    fileName: 'pessoa',
  },
  {
    export: 'Export personal data',
    lead: (email) =>
      `The file contains everything stored about ${email}: records, mails, sign-ins and history. The audit trail records the export. First verify who asks for it.`,
    submit: 'Download file',
    exported: 'Data exported.',
    fileName: 'person',
  },
)
