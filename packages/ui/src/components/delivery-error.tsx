import { explainDeliveryError } from '../formats/delivery-error.ts'
import { useLocale } from '../preferences/locale.ts'

/** Explains why a webhook delivery failed. Codes that are clear, such as `HTTP 500`, appear without a sentence. */
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
