import { download, useMessages } from '@partner-accounts/ui'
import { defineMessages } from '@partner-accounts/ui/messages'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client } from '../service/client.ts'
import { useMe } from '../session/me.ts'

export function ExportPersonButton({ email }: { email: string }) {
  const t = useMessages(personMessages)
  const { may } = useMe()
  if (!may('admin')) return null
  return (
    <DialogButton
      label={t.export}
      title={t.export}
      lead={t.lead(email)}
      submit={t.submit}
      run={() => client.internal.people.export.mutate({ email })}
      done={t.exported}
      onDone={(person) =>
        download(`${t.fileName}-${person.id}.json`, 'application/json', JSON.stringify(person, null, 2))
      }
    />
  )
}

const personMessages = defineMessages(
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
