import { useEffect, useState } from 'react'
import { type Failure, failureOf } from '../service/failure.ts'
import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

const messages = words(
  {
    unreachable: 'Não foi possível falar com o serviço. Verifique sua conexão.',
    unreachableKept: 'Não foi possível falar com o serviço. Nada do que você digitou se perdeu.',
    unexpected: 'Algo deu errado. Tente de novo em instantes.',
    again: 'Tentar de novo',
    wait: (seconds: number) => `Tentar de novo em ${seconds} s`,
  },
  {
    unreachable: 'The service could not be reached. Check your connection.',
    unreachableKept: 'The service could not be reached. Nothing that you typed is lost.',
    unexpected: 'Something went wrong. Try again in a moment.',
    again: 'Try again',
    wait: (seconds: number) => `Try again in ${seconds} s`,
  },
)

interface FailureNoticeProps {
  error: unknown
  retry?: () => void
  /** In a form, where people fear for what they typed. */
  typed?: boolean
}

/** A failure in plain words, with a way on. */
export function FailureNotice({ error, retry, typed = false }: FailureNoticeProps) {
  const t = useWords(messages)
  const failure = failureOf(error)
  const { status, retryAfterSeconds } = failure
  const left = useCountdown(status === 429 ? (retryAfterSeconds ?? 0) : 0, error)
  return (
    <Notice tone="alert">
      <FailureText failure={failure} typed={typed} />
      {retry && (
        <Button small onClick={retry} disabled={left > 0}>
          {left > 0 ? t.wait(left) : t.again}
        </Button>
      )}
    </Notice>
  )
}

export function FailureText({ failure, typed = false }: { failure: Failure; typed?: boolean }) {
  const t = useWords(messages)
  const unreachable = typed ? t.unreachableKept : t.unreachable
  return <p>{failure.status === 0 ? unreachable : (failure.uiMessage ?? t.unexpected)}</p>
}

/** Whole seconds that are left, from the moment that `cause` came up. */
function useCountdown(seconds: number, cause: unknown): number {
  const [since, setSince] = useState({ cause, elapsed: 0 })
  useEffect(() => {
    const started = Date.now()
    if (seconds === 0) return
    const timer = setInterval(() => {
      setSince({ cause, elapsed: Math.round((Date.now() - started) / 1000) })
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds, cause])
  return Math.max(0, seconds - (since.cause === cause ? since.elapsed : 0))
}
