// Must be the first import, because the app reads the storage when it loads.
import '@partner-accounts/ui/gallery/private-storage'
import { openGallery } from '@partner-accounts/ui/gallery'
import { SESSION_KEY, type SignedInUser } from '../src/service/session-keeper.ts'
import { ME, PAGE_STATES } from './page-states.ts'

await openGallery({
  path: '/portal/gallery/',
  otherPath: '/console/gallery/',
  states: PAGE_STATES,
  startApp: () => {
    const user: SignedInUser = { userId: ME.id, email: ME.email, signedInAt: Date.now() }
    localStorage.setItem(SESSION_KEY, JSON.stringify(user))
    return import('../src/main.tsx')
  },
})
