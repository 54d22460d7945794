import { Dialog } from '@base-ui/react/dialog'
import { Button, shortcutChoice, useMessages, useStoredChoice } from '@partner-accounts/ui'
import { shellMessages } from './shell-messages.ts'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(shellMessages)
  const isOn = useStoredChoice(shortcutChoice) === 'on'
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{t.shortcuts}</Dialog.Title>
          <dl className="stack">
            {Object.entries(t.shortcutKeys).map(([key, text]) => (
              <div key={key} className="row row-apart">
                <dt>{text}</dt>
                <dd>
                  <kbd className="mono">{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <label className="row">
            <input type="checkbox" checked={isOn} onChange={() => shortcutChoice.set(isOn ? 'off' : 'on')} />
            {t.singleKeys}
          </label>
          <Dialog.Close render={<Button />}>{t.close}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
