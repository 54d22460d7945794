// Must be the first import, because the app reads the storage when it loads.
import '@partner-accounts/ui/gallery/private-storage'
import { openGallery } from '@partner-accounts/ui/gallery'
import { PAGE_STATES } from './page-states.ts'

await openGallery({
  path: '/console/gallery/',
  otherPath: '/portal/gallery/',
  states: PAGE_STATES,
  startApp: () => import('../src/main.tsx'),
})
