import { useEffect } from 'react'
import { useMe } from '../permissions/me.ts'
import { type Onboarding, onboardingRun, useOnboarding } from './onboarding-run.ts'

export function useBatches(): Onboarding {
  const { me } = useMe()
  const onboarding = useOnboarding()
  useEffect(() => void onboardingRun.open(me.id), [me.id])
  return onboarding
}
