import { useEffect } from 'react'
import { Page } from '../components/page.tsx'
import { useWords } from '../preferences/locale.ts'
import { useMe } from '../shell/me.ts'
import { ForPermission } from '../shell/standstill.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { FileChoice } from './file-choice.tsx'
import { onboardingRun, useOnboarding } from './onboarding-run.ts'
import { onboardingWords } from './onboarding-words.ts'

export const OnboardingPage = () => (
  <ForPermission needs="mayCreate">
    <Onboarding />
  </ForPermission>
)

function Onboarding() {
  const t = useWords(onboardingWords)
  const { me } = useMe()
  const { batch } = useOnboarding()
  useEffect(() => void onboardingRun.open(me.id), [me.id])
  return (
    <Page title={t.title} lead={t.lead}>
      {batch === null && <FileChoice userId={me.id} />}
      {batch && <BatchProgress batch={batch} />}
    </Page>
  )
}
