import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, CopyButton, download, ShownOnce, useFormats, useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { CodeForm } from './code-form.tsx'
import { secondFactorMessages } from './second-factor-messages.ts'

/** Returns the content of a file with the codes. Its line breaks are those of Windows, which all editors show. */
const fileOf = (title: string, codes: readonly string[]): string => [title, '', ...codes, ''].join('\r\n')

/** Shows the number of unused codes, and replaces all codes. */
export function RecoveryCodes({ onReissued }: { onReissued: (codes: string[]) => void }) {
  const t = useMessages(secondFactorMessages)
  const { number } = useFormats()
  const [isReissuing, setReissuing] = useState(false)
  const { data } = useQuery(useTRPC().secondFactors.get.queryOptions())
  if (isReissuing) {
    return (
      <CodeForm
        label={t.code}
        submitLabel={t.reissue}
        send={(code) => client.secondFactors.reissueRecoveryCodes.mutate({ code })}
        onDone={({ recoveryCodes }) => {
          setReissuing(false)
          onReissued(recoveryCodes)
        }}
      >
        <p>{t.reissueLead}</p>
        <div>
          <Button small variant="quiet" onClick={() => setReissuing(false)}>
            {t.cancel}
          </Button>
        </div>
      </CodeForm>
    )
  }
  return (
    <div className="row">
      {data && <p>{t.codesLeft(number(data.recoveryCodes))}</p>}
      <Button small onClick={() => setReissuing(true)}>
        {t.reissue}
      </Button>
    </div>
  )
}

/** Shows new codes, which cannot be read again. */
export function IssuedCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useMessages(secondFactorMessages)
  const { email } = useMe().me
  const save = () => download(`${t.fileName}.txt`, 'text/plain', fileOf(t.fileTitle(email), codes))
  return (
    <ShownOnce title={t.recoveryTitle} lead={t.recoveryLead} kept={t.kept} onClose={onClose}>
      <div className="stack">
        <dt className="field-label">{t.recoveryCodes}</dt>
        <dd>
          <pre className="code">{codes.join('\n')}</pre>
        </dd>
        <dd className="row">
          <CopyButton name={t.recoveryCodes} text={codes.join('\n')} />
          <Button small onClick={save}>
            {t.save}
          </Button>
        </dd>
      </div>
    </ShownOnce>
  )
}
