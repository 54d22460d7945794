import { Form } from '@base-ui/react/form'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '@partner-accounts/ui/failure'
import { AlertDialog, Button, CloseDialog, FailureNotice, Notice, useMessages } from '@partner-accounts/ui'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { type AccountDraft, EMPTY_DRAFT, type Field } from './account-draft.ts'
import { AccountFields, type DocumentKind } from './account-fields.tsx'
import { createMessages } from './create-messages.ts'
import type { Created } from './created-account.tsx'
import { useFieldHints } from './field-hints.tsx'
import { useLookups } from './use-lookups.ts'
import { useCreateAccount } from './use-create-account.ts'

export function AccountForm({ onCreated }: { onCreated: (created: Created) => void }) {
  const t = useMessages(createMessages)
  const [draft, setDraft] = useState<AccountDraft>(EMPTY_DRAFT)
  const [kind, setKind] = useState<DocumentKind>('cnpj')
  // Kept in case the user switches back, but not sent.
  const other: Field = kind === 'cnpj' ? 'company_doc.cpf' : 'company_doc.cnpj'
  const sent = { ...draft, [other]: '' }
  const lookups = useLookups(draft, setDraft)
  const { creation, errors, submit, forgetError } = useCreateAccount(sent, onCreated)
  const { hints, duplicate } = useFieldHints(sent, lookups, (field, text) => {
    forgetError(field)
    setDraft((before) => ({ ...before, [field]: text }))
  })
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The library focuses only what it finds itself, before the request.
  useEffect(() => {
    if (!creation.isError) return
    const inputs = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    inputs.find(({ name }) => name in errors)?.focus()
  }, [creation.isError, errors])
  const invalid = Object.keys(errors).filter((field) => field !== other).length
  return (
    <Form
      ref={form}
      className="stack-wide"
      errors={errors}
      onFormSubmit={() => (duplicate ? setAsking(true) : submit())}
    >
      <LeaveGuard
        active={!creation.isSuccess && Object.values(draft).some((text) => text !== '')}
        title={t.leaveDraftTitle}
        text={t.leaveDraftText}
        stay={t.stay}
        leave={t.discard}
      />
      <div className="card">
        <AccountFields
          draft={draft}
          hints={hints}
          kind={kind}
          onKind={setKind}
          onType={(field, text) => {
            if (errors[field] !== undefined) forgetError(field)
            setDraft((before) => ({ ...before, [field]: text }))
          }}
        />
      </div>
      <div className="form-action stack">
        {creation.isError && !isShownAtFields(creation.error) && <FailureNotice error={creation.error} typed />}
        {invalid > 0 && <Notice tone="alert">{t.invalid(invalid)}</Notice>}
        <Button type="submit" variant="primary" busy={creation.isPending}>
          {t.submit}
        </Button>
      </div>
      {isAsking && duplicate && (
        <DuplicateDialog
          name={duplicate.name}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            submit()
          }}
        />
      )}
    </Form>
  )
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

const isShownAtFields = (error: unknown) => {
  const { name, fields } = failureOf(error)
  return name === 'administrator-email-taken' || fields !== undefined
}
