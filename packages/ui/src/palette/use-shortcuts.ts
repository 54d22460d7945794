import { useEffect, useEffectEvent } from 'react'
import { StoredChoice } from '../preferences/stored-choice.ts'

/** Speech input can trigger one-character shortcuts by accident (WCAG 2.1.4). */
export const shortcutChoice = new StoredChoice('shortcuts', ['on', 'off'], 'on')

/** @param shortcuts `mod+k` is Ctrl or ⌘; keys without `mod` do nothing in fields and below dialogs */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey
    const run = shortcuts[`${hasModifier ? 'mod+' : ''}${event.key.toLowerCase()}`]
    if (!run || event.altKey || event.repeat || (!hasModifier && !isAllowed(event.target))) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const isAllowed = (target: EventTarget | null) =>
  shortcutChoice.get() === 'on' &&
  !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) &&
  // Toasts have the role of dialogs, but block nothing.
  document.querySelector('[role=dialog]:not(.toast), [role=alertdialog]:not(.toast)') === null
