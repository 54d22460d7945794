export { ActivityPage } from './activity-page.tsx'
export { IntegrationsPage } from './integrations-page.tsx'
export { TeamPage } from './team-page.tsx'
