import {
  AlertDialog,
  Button,
  CloseDialog,
  FailureNotice,
  showToast,
  TextField,
  useMessages,
  useAction,
} from '@partner-accounts/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { modeMessages } from './mode-messages.ts'

export function EmptyTestPartner() {
  const t = useMessages(modeMessages)
  const { me } = useMe()
  const { name } = me.partner
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => {
    setOpen(false)
    setTyped('')
    empty.reset()
  }
  const empty = useAction({
    async mutationFn() {
      // Each call deletes a part.
      let isEmpty = false
      while (!isEmpty) {
        const result = await client.testPartner.empty.mutate()
        isEmpty = result.isEmpty
      }
    },
    onSuccess() {
      close()
      showToast(t.emptied)
      return queries.invalidateQueries()
    },
  })
  if (me.partner.mode !== 'test') return null
  return (
    <section className="card card-padded stack" aria-labelledby="empty">
      <h2 id="empty">{t.empty}</h2>
      <p className="muted">{t.emptyLead}</p>
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t.empty}
        </Button>
      </div>
      {isOpen && (
        <AlertDialog title={t.emptyTitle} lead={t.emptyLead} onClose={close}>
          {empty.isError && <FailureNotice error={empty.error} />}
          <TextField
            name="confirmation"
            label={t.typeToConfirm(name)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={setTyped}
          />
          <Button
            variant="danger"
            busy={empty.isPending}
            disabled={typed.trim().toLowerCase() !== name.toLowerCase()}
            onClick={() => empty.mutate()}
          >
            {t.empty}
          </Button>
          <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
        </AlertDialog>
      )}
    </section>
  )
}
