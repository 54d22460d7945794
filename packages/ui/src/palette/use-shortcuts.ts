import { useEffect, useEffectEvent } from 'react'
import { StoredChoice } from '../preferences/stored-choice.ts'

/** Shortcuts of one character can be turned off, because speech input can trigger them by accident (WCAG 2.1.4). */
export const shortcutChoice = new StoredChoice('shortcuts', ['on', 'off'], 'on')

/**
 * Runs a function when its shortcut is pressed anywhere on the page.
 *
 * @param shortcuts functions by key, such as `n` or `mod+k`, where `mod` is Ctrl or ⌘; keys without `mod` do nothing in
 *   fields, while a dialog is open, and when `shortcutChoice` is off
 */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const press = useEffectEvent((event: Event) => {
    // Chrome's autofill sends a plain event, without a key.
    if (!(event instanceof KeyboardEvent)) return
    const hasModifier = event.ctrlKey || event.metaKey
    const run = shortcuts[`${hasModifier ? 'mod+' : ''}${event.key.toLowerCase()}`]
    if (!run || event.altKey || event.repeat) return
    // Browsers have their own shortcuts with Ctrl and Shift.
    if (hasModifier && event.shiftKey) return
    if (!hasModifier && !isPlainKeyAllowed(event.target)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function isPlainKeyAllowed(target: EventTarget | null): boolean {
  if (shortcutChoice.get() === 'off') return false
  const isField = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  if (isField) return false
  // Toasts have the role of dialogs, but block nothing.
  return document.querySelector('[role=dialog]:not(.toast), [role=alertdialog]:not(.toast)') === null
}
