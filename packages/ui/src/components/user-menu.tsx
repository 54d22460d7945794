import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../requests/load-chunk.ts'
import { ChevronsUpDown } from './icons.ts'

const UserMenuPopover = lazy(async () => ({
  default: (await loadChunk(() => import('./user-menu-popover.tsx'))).UserMenuPopover,
}))

interface UserMenuProps {
  name: string
  detail: string
  children: ReactNode
  signOut: ReactNode
}

export function UserMenu({ name, detail, ...menu }: UserMenuProps) {
  const [isLoaded, setLoaded] = useState(false)
  const button = (
    <>
      <span className="avatar" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span>
        <span className="account-name">{name}</span>
        <span className="small muted">{detail}</span>
      </span>
      <ChevronsUpDown size={16} aria-hidden className="muted" />
    </>
  )
  const closed = (
    <button type="button" className="account-button" aria-haspopup="dialog" onClick={() => setLoaded(true)}>
      {button}
    </button>
  )
  return isLoaded ? (
    <Suspense fallback={closed}>
      <UserMenuPopover {...menu} button={button} />
    </Suspense>
  ) : (
    closed
  )
}
