export { UserPage } from './user-page.tsx'
export { UsersPage } from './users-page.tsx'
