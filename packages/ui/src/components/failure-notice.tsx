import { useFormats } from '../preferences/formats.ts'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { type Failure, failureOf } from '../requests/failure.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { useCountdown } from './use-countdown.ts'

const messages = defineMessages(
  {
    unreachable: 'Não foi possível falar com o serviço. Verifique sua conexão.',
    offline: 'Você está sem conexão com a internet.',
    offlineKept: 'Você está sem conexão com a internet. Nada do que você digitou se perdeu.',
    unreachableKept: 'Não foi possível falar com o serviço. Nada do que você digitou se perdeu.',
    unexpected: 'Algo deu errado. Tente de novo em instantes.',
    again: 'Tentar de novo',
    automatic: (time: string) => `Nova tentativa automática em ${time}.`,
    wait: (time: string) => `Você pode tentar de novo em ${time}.`,
    ready: 'Você já pode tentar de novo.',
  },
  {
    unreachable: 'The service could not be reached. Check your connection.',
    offline: 'You are offline.',
    offlineKept: 'You are offline. Nothing that you typed is lost.',
    unreachableKept: 'The service could not be reached. Nothing that you typed is lost.',
    unexpected: 'Something went wrong. Try again shortly.',
    again: 'Try again',
    automatic: (time: string) => `Retrying automatically in ${time}.`,
    wait: (time: string) => `You can try again in ${time}.`,
    ready: 'You can try again now.',
  },
)

interface FailureNoticeProps {
  error: unknown
  /** Called by the button; after a rate limit, automatically once requests are accepted again. */
  retry?: () => void
  /** Whether the notice adds that nothing typed is lost. */
  keepsInput?: boolean
}

export function FailureNotice({ error, retry, keepsInput = false }: FailureNoticeProps) {
  const t = useMessages(messages)
  const { duration } = useFormats()
  const failure = failureOf(error)
  const isLimited = failure.status === 429
  const secondsLeft = useCountdown(isLimited ? (failure.retryAfterSeconds ?? 1) : 0, error, retry)
  const whenToRetry = secondsLeft > 0 ? t.wait(duration(secondsLeft)) : t.ready
  return (
    <Notice tone="alert">
      <FailureText failure={failure} keepsInput={keepsInput} />
      {isLimited && (
        // Screen readers do not read it out every second.
        <p className="numeric" aria-live="off">
          {retry ? t.automatic(duration(secondsLeft)) : whenToRetry}
        </p>
      )}
      {retry && !isLimited && (
        <Button small onClick={retry}>
          {t.again}
        </Button>
      )}
    </Notice>
  )
}

export function FailureText({ failure, keepsInput = false }: { failure: Failure; keepsInput?: boolean }) {
  const failureText = useFailureText({ keepsInput })
  const { status, uiMessage, fields } = failure
  const rejected = Object.entries(fields ?? {})
  const hasResponse = status !== 0
  if (hasResponse && rejected.length > 0 && uiMessage === undefined) {
    // Forms show the errors of the fields that they have. Other fields may be those of a later version of the service.
    return rejected.map(([field, errors]) => (
      <p key={field}>
        {field}: {errors.join(' ')}
      </p>
    ))
  }
  return <p>{failureText(failure)}</p>
}

/** Returns a function that describes a failure without its fields, for example in a toast. */
export function useFailureText({ keepsInput = false } = {}): (failure: Failure) => string {
  const t = useMessages(messages)
  return ({ status, uiMessage }) => {
    const hasResponse = status !== 0
    if (hasResponse) return uiMessage ?? t.unexpected
    if (!navigator.onLine) return keepsInput ? t.offlineKept : t.offline
    return keepsInput ? t.unreachableKept : t.unreachable
  }
}
