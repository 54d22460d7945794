import { Form } from '@base-ui/react/form'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '@partner-accounts/ui/failure'
import { AlertDialog, Button, CloseDialog, FailureNotice, Notice, useMessages } from '@partner-accounts/ui'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { type AccountDraft, cleanDraft, type TaxIdKind, EMPTY_DRAFT, type Field, isField } from './account-draft.ts'
import { AccountFields } from './account-fields.tsx'
import type { DraftErrors } from './check-draft.ts'
import { createMessages } from './create-messages.ts'
import type { Created } from './created-account.tsx'
import { useExistingAccounts } from './existing-accounts.ts'
import { useFieldHints } from './field-hints.tsx'
import { keepDraft, type KeptDraft, removeKeptDraft } from './kept-draft.ts'
import { sessionKeeper } from '../service/clients.ts'
import { useLookups } from './use-lookups.ts'
import { useCreateAccount } from './use-create-account.ts'

interface AccountFormProps {
  /** A form that the user continues. */
  initial: KeptDraft | undefined
  /** Called on each change of a field by the user, unless the form was sent. */
  onType: () => void
  onCreated: (created: Created) => void
}

export function AccountForm({ initial, onType, onCreated }: AccountFormProps) {
  const t = useMessages(createMessages)
  const { draft, setDraft, kind, setKind, used, setUsed, isTyped } = useKeptForm(initial)
  // The other tax ID stays in the draft, in case the user switches back, but is not sent.
  const otherTaxId: Field = kind === 'cnpj' ? 'company_doc.cpf' : 'company_doc.cnpj'
  const draftToSend = { ...draft, [otherTaxId]: '' }
  const lookups = useLookups(draftToSend, setDraft)
  const form = useRef<HTMLFormElement>(null)
  const existing = useExistingAccounts([cleanDraft(draftToSend)])
  const { isPending, isCreated, error, errors, submit, question, forgetError } = useCreateAccount({
    draft: draftToSend,
    existing,
    used,
    onUsed: setUsed,
    onCreated,
    // Base UI focuses only fields that it rejects before the request.
    onRejected: (rejected) => focusFirst(form.current, rejected),
  })
  const hints = useFieldHints(draftToSend, existing, lookups, (field, text) => {
    forgetError(field)
    setDraft((before) => ({ ...before, [field]: text }))
  })
  // The field of the other tax ID is not shown. It has an error, too, if both are empty.
  const invalidCount = Object.keys(errors).filter((field) => field !== otherTaxId).length
  return (
    <Form ref={form} className="stack-wide" errors={errors} onFormSubmit={submit}>
      <LeaveGuard
        active={!isCreated && isTyped}
        title={t.leaveDraftTitle}
        text={t.leaveDraftText}
        stayLabel={t.stay}
        leaveLabel={t.discard}
        onLeave={() => removeKeptDraft(sessionKeeper.userId(), used)}
      />
      <div className="card">
        <AccountFields
          draft={draft}
          hints={hints}
          kind={kind}
          onKind={setKind}
          onType={(field, text) => {
            if (used.length === 0) onType()
            if (errors[field] !== undefined) forgetError(field)
            setDraft((before) => ({ ...before, [field]: text }))
          }}
        />
      </div>
      <div className="form-action stack">
        {error && !isShownAtFields(error) && <FailureNotice error={error} keepsInput />}
        {invalidCount > 0 && <Notice tone="alert">{t.invalid(invalidCount)}</Notice>}
        <Button type="submit" variant="primary" busy={isPending}>
          {t.submit}
        </Button>
      </div>
      {question && <DuplicateDialog {...question} />}
    </Form>
  )
}

/** Returns the state of the form, and stores it in this browser in case the tab is closed. */
function useKeptForm(initial: KeptDraft | undefined) {
  const userId = sessionKeeper.userId()
  const [draft, setDraft] = useState<AccountDraft>({ ...EMPTY_DRAFT, ...initial?.draft })
  const [kind, setKind] = useState<TaxIdKind>(initial?.kind ?? 'cnpj')
  const [used, setUsed] = useState(initial?.used ?? [])
  const isTyped = Object.values(draft).some((text) => text !== '')
  /**
   * The keys with which this form is kept. `undefined` while it is empty and not kept: it must not remove another kept form,
   * which the user may still continue.
   */
  const keptWith = useRef(initial?.used)
  useEffect(() => {
    const hasMoved = keptWith.current?.[0]?.key !== used[0]?.key
    if (keptWith.current && (hasMoved || !isTyped)) removeKeptDraft(userId, keptWith.current)
    if (isTyped) keepDraft(userId, { draft, kind, used })
    keptWith.current = isTyped ? used : undefined
  }, [userId, isTyped, draft, kind, used])
  return { draft, setDraft, kind, setKind, used, setUsed, isTyped }
}

/** Focuses the first field with an error. */
function focusFirst(form: HTMLFormElement | null, errors: DraftErrors): void {
  const inputs = [...(form?.elements ?? [])] as HTMLInputElement[]
  inputs.find(({ name }) => name in errors)?.focus()
}

interface DuplicateDialogProps {
  name: string
  onClose: () => void
  onConfirm: () => void
}

function DuplicateDialog({ name, onClose, onConfirm }: DuplicateDialogProps) {
  const t = useMessages(createMessages)
  return (
    <AlertDialog title={t.duplicateTitle} lead={t.duplicateText(name)} onClose={onClose}>
      <div className="row">
        <CloseDialog variant="primary">{t.reviewForm}</CloseDialog>
        <Button onClick={onConfirm}>{t.createAnyway}</Button>
      </div>
    </AlertDialog>
  )
}

/** Returns whether the form shows the whole error at its fields. */
const isShownAtFields = (error: unknown) => {
  const { name, fields = {} } = failureOf(error)
  const rejected = Object.keys(fields)
  return name === 'administrator-email-taken' || (rejected.length > 0 && rejected.every(isField))
}
