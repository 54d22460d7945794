import { CopyButton } from './copy-button.tsx'

/** Something to keep safe, by the name that the interface gives it. */
export interface CredentialProps {
  name: 'api_token' | 'secret'
  value: string
  onCopied?: () => void
}

export const Credential = ({ name, value, onCopied }: CredentialProps) => (
  <div className="credential">
    <dt className="mono">{name}</dt>
    <dd>{value}</dd>
    <dd className="credential-action">
      <CopyButton name={name} text={value} {...(onCopied && { onCopied })} />
    </dd>
  </div>
)
