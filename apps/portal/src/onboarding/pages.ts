// One chunk: a batch that was started while the network went down can still be shown.
export { BatchPage } from './batch-page.tsx'
export { OnboardingPage } from './onboarding-page.tsx'
