import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { CopyButton } from './copy-button.tsx'

const messages = words(
  { api_token: 'Chave de acesso', secret: 'Chave secreta' },
  { api_token: 'Access key', secret: 'Secret key' },
)

export interface CredentialProps {
  /** The name of the field in the API, shown beside the words for people. */
  name: 'api_token' | 'secret'
  value: string
  onCopied?: () => void
}

export function Credential({ name, value, onCopied }: CredentialProps) {
  const label = useWords(messages)[name]
  return (
    <div className="credential">
      <dt>
        {label} <code>{name}</code>
      </dt>
      <dd>{value}</dd>
      <dd className="credential-action">
        <CopyButton name={label} text={value} {...(onCopied && { onCopied })} />
      </dd>
    </div>
  )
}
