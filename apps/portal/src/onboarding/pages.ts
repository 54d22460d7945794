// One chunk, so a started batch is shown without a network.
export { BatchPage } from './batch-page.tsx'
export { OnboardingPage } from './onboarding-page.tsx'
