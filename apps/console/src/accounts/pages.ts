export { AccountPage } from './account-page.tsx'
export { AccountsPage } from './accounts-page.tsx'
