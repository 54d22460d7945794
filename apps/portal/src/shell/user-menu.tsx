import { Popover } from '@base-ui/react/popover'
import { ChevronsUpDown, LogOut } from '../components/icons.tsx'
import { useWords } from '../preferences/locale.ts'
import { LanguageChoice, ThemeChoice } from '../components/preference-choices.tsx'
import { SignOutButton } from '../sign-in/sign-out-button.tsx'
import { useMe } from '../permissions/me.ts'
import { shellWords } from './shell-words.ts'

export function UserMenu() {
  const t = useWords(shellWords)
  const { me } = useMe()
  return (
    <Popover.Root>
      <Popover.Trigger className="account-button">
        <span className="avatar" aria-hidden>
          {me.name.slice(0, 1).toUpperCase()}
        </span>
        <span>
          <span className="account-name">{me.name}</span>
          <span className="small muted">{me.partner.name}</span>
        </span>
        <ChevronsUpDown size={16} aria-hidden className="muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={8} collisionPadding={16} className="menu-layer">
          <Popover.Popup className="menu stack">
            <Popover.Title className="visually-hidden">{t.you}</Popover.Title>
            <Identity />
            <LabelledChoice label={t.language} choice={<LanguageChoice />} />
            <LabelledChoice label={t.appearance} choice={<ThemeChoice />} />
            <SignOutButton>
              <LogOut size={16} aria-hidden /> {t.signOut}
            </SignOutButton>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Identity() {
  const t = useWords(shellWords)
  const { me, mayRead, mayCreate } = useMe()
  const rights = [...(mayRead ? [t.read] : []), ...(mayCreate ? [t.createAccounts] : [])]
  return (
    <div>
      <p className="account-name">{me.email}</p>
      <p className="small muted">{me.partner.name}</p>
      <p className="small muted">
        {t.permissions}: {rights.join(', ') || t.nothing}
      </p>
    </div>
  )
}

const LabelledChoice = ({ label, choice }: { label: string; choice: React.ReactNode }) => (
  <div>
    <p className="small muted">{label}</p>
    {choice}
  </div>
)
