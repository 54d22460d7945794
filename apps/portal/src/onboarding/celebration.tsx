import './celebration.css'
import { useFormats, useWords } from '@partner-accounts/ui'
import { onboardingWords } from './onboarding-words.ts'

const CONFETTI = Array.from({ length: 18 }, (_, index) => index)

/** A batch that ended without a single problem. */
export function Celebration({ created }: { created: number }) {
  const t = useWords(onboardingWords)
  const { number } = useFormats()
  return (
    <div className="celebration" role="status">
      <div className="confetti" aria-hidden>
        {CONFETTI.map((piece) => (
          <span key={piece} />
        ))}
      </div>
      <svg className="celebration-check" viewBox="0 0 64 64" width="72" height="72" aria-hidden>
        <circle cx="32" cy="32" r="29" />
        <path d="M20 33.5 28.5 42 45 24" />
      </svg>
      <p className="celebration-title">{t.celebration(number(created), created === 1)}</p>
      <p className="muted">{t.celebrationNext}</p>
    </div>
  )
}
