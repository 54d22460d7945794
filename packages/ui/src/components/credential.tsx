import type { ReactNode } from 'react'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

const messages = defineMessages(
  { api_token: 'Chave de acesso', secret: 'Chave secreta' },
  { api_token: 'Access key', secret: 'Secret key' },
)

export interface CredentialProps {
  /** The API's field, shown beside the label. */
  name: 'api_token' | 'secret'
  value: string
  onCopied?: () => void
}

export function Credential({ name, ...rest }: CredentialProps) {
  const label = useMessages(messages)[name]
  return <CopiedValue name={label} label={<LabelAndField label={label} field={name} />} {...rest} />
}

const LabelAndField = ({ label, field }: { label: string; field: string }) => (
  <>
    {label} <code>{field}</code>
  </>
)

interface CopiedValueProps {
  name: string
  label?: ReactNode
  value: string
  onCopied?: () => void
}

/** A value with a button that copies it. Belongs in a `dl`. */
export const CopiedValue = ({ name, label = name, value, onCopied }: CopiedValueProps) => (
  <div className="credential">
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className="credential-action">
      <CopyButton name={name} text={value} {...(onCopied && { onCopied })} />
    </dd>
  </div>
)

interface ShownOnceProps {
  title: string
  lead: string
  /** Label of the button that closes the dialog. */
  kept: string
  onClose: () => void
  /** Items of a `dl`, such as `CopiedValue`. */
  children: ReactNode
}

/** A dialog with secrets that are not shown again. Only its button closes it. */
export const ShownOnce = ({ title, lead, kept, onClose, children }: ShownOnceProps) => (
  <AlertDialog title={title} lead={lead}>
    <dl className="stack">{children}</dl>
    <Button variant="primary" onClick={onClose}>
      {kept}
    </Button>
  </AlertDialog>
)
