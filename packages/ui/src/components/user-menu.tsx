import { type ReactNode, useState } from 'react'
import { useLazyModule } from './use-lazy-module.ts'
import { ChevronsUpDown } from './icons.ts'

const loadPopover = () => import('./user-menu-popover.tsx')

interface UserMenuProps {
  name: string
  detail: string
  children: ReactNode
  signOut: ReactNode
}

export function UserMenu({ name, detail, ...menu }: UserMenuProps) {
  const [isNeeded, setNeeded] = useState(false)
  const part = useLazyModule(loadPopover, isNeeded, () => setNeeded(false))
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
  if (part) return <part.UserMenuPopover {...menu} button={button} />
  return (
    <button type="button" className="account-button" aria-haspopup="dialog" onClick={() => setNeeded(true)}>
      {button}
    </button>
  )
}
