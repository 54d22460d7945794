import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx'

const messages = defineMessages(
  { you: 'Seu usuário', language: 'Idioma', appearance: 'Aparência' },
  { you: 'Your user', language: 'Language', appearance: 'Appearance' },
)

interface UserMenuPopoverProps {
  /** The content of the button that opens the menu. */
  button: ReactNode
  children: ReactNode
  signOut: ReactNode
}

/** The menu with its button. It is open from the start, because it is loaded when the button is pressed. */
export function UserMenuPopover({ button, children, signOut }: UserMenuPopoverProps) {
  const t = useMessages(messages)
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger className="account-button">{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} collisionPadding={16} className="menu-layer">
          <Popover.Popup className="menu stack">
            <Popover.Title className="visually-hidden">{t.you}</Popover.Title>
            {children}
            <LabelledChoice label={t.language} choice={<LanguageChoice />} />
            <LabelledChoice label={t.appearance} choice={<ThemeChoice />} />
            {signOut}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const LabelledChoice = ({ label, choice }: { label: string; choice: ReactNode }) => (
  <div>
    <p className="small muted">{label}</p>
    {choice}
  </div>
)
