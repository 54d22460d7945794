// One chunk, so a started batch is still shown when the network goes down.
export { BatchPage } from './batch-page.tsx'
export { OnboardingPage } from './onboarding-page.tsx'
