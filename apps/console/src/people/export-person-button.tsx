import { download, useMessages } from '@partner-accounts/ui'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client } from '../service/client.ts'
import { useMe } from '../session/me.ts'
import { personMessages } from './person-messages.ts'

/** Saves everything stored about a person as JSON. */
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
