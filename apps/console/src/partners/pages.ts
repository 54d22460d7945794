export { PartnerPage } from './partner-page.tsx'
export { PartnersPage } from './partners-page.tsx'
