export { DevelopersPage } from './developers-page.tsx'
export { RequestsPage } from './requests-page.tsx'
