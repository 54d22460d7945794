import { LIMITS } from '@partner-accounts/rules'
import { FailureNotice, MoreButton, TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogButton } from '../changes/dialog-button.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Section } from '../records/section.tsx'
import { client, type Inputs, type Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { noteMessages } from './note-messages.ts'

type Subject = Pick<Inputs['notes']['list'], 'partnerId' | 'accountId'>
const PAGE_SIZE = 10

export function NotesSection({ subject }: { subject: Subject }) {
  const t = useMessages(noteMessages)
  const { loading } = useMessages(recordMessages)
  const { may } = useMe()
  const query = useInfiniteQuery(
    useTRPC().internal.notes.list.infiniteQueryOptions({ ...subject, limit: PAGE_SIZE }, LIST_OPTIONS),
  )
  const notes = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Section
      title={t.title}
      actions={may('support') && <AddButton key={subject.accountId ?? subject.partnerId} subject={subject} />}
    >
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <div className="card card-padded" aria-busy={query.isFetching}>
        {query.isPending && <p role="status">{loading}</p>}
        {notes?.length === 0 && <p className="muted">{t.empty}</p>}
        {notes && notes.length > 0 && (
          <ul className="stack notes">
            {notes.map((note) => (
              <ShownNote key={note.id} note={note} />
            ))}
          </ul>
        )}
      </div>
      <MoreButton query={query} />
    </Section>
  )
}

function ShownNote({ note: { id, text, author, createdAt } }: { note: Outputs['notes']['create'] }) {
  const t = useMessages(noteMessages)
  const { dateTime } = useFormats()
  const { me, may } = useMe()
  const isOwn = author === (me.email ?? me.name)
  return (
    <li>
      <p className="note-text">{text}</p>
      <div className="row row-apart">
        <span className="small muted">{t.by(author, dateTime(createdAt))}</span>
        {may('support') && (isOwn || may('admin')) && (
          <DialogButton
            label={t.delete}
            accessibleLabel={t.deleteOf(dateTime(createdAt))}
            small
            title={t.deleteTitle}
            lead={t.deleteLead}
            submit={t.delete}
            run={() => client.internal.notes.delete.mutate({ id })}
            done={t.deleted}
          />
        )}
      </div>
    </li>
  )
}

function AddButton({ subject }: { subject: Subject }) {
  const t = useMessages(noteMessages)
  const [text, setText] = useState('')
  return (
    <DialogButton
      label={t.add}
      small
      title={t.add}
      lead={t.lead}
      submit={t.add}
      run={() => client.internal.notes.create.mutate({ ...subject, text: text.trim() })}
      done={t.added}
      onDone={() => setText('')}
    >
      <TextField
        name="text"
        label={t.text}
        value={text}
        onChange={setText}
        control={<textarea rows={5} maxLength={LIMITS.noteLength} />}
      />
    </DialogButton>
  )
}
