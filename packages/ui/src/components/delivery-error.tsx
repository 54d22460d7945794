import { explainDeliveryError } from '../formats/delivery-error.ts'
import { useLocale } from '../preferences/locale.ts'

/** Why a delivery to a webhook failed: a sentence if the code requires one, with the code for support. */
export function DeliveryError({ error }: { error: string }) {
  const sentence = explainDeliveryError(error, useLocale())
  if (sentence === undefined) return <code>{error}</code>
  if (error.startsWith('HTTP ')) return sentence
  return (
    <>
      {sentence} <code className="small muted">{error}</code>
    </>
  )
}
