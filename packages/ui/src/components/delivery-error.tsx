import { explainDeliveryError } from '../formats/delivery-error.ts'
import { useLocale } from '../preferences/locale.ts'

/** Why a delivery to a webhook failed: the error's code, and before it a sentence if the code is not clear. */
export function DeliveryError({ error }: { error: string }) {
  const sentence = explainDeliveryError(error, useLocale())
  if (sentence === undefined) return <code>{error}</code>
  // Sentences about a response contain its status.
  if (error.startsWith('HTTP ')) return sentence
  return (
    <>
      {sentence} <code className="small muted">{error}</code>
    </>
  )
}
