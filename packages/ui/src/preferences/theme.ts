import { StoredChoice } from './stored-choice.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const themeChoice = new StoredChoice<Theme>('theme', THEMES, 'system')

const applyToDocument = () => {
  document.documentElement.dataset['theme'] = themeChoice.get()
}
themeChoice.subscribe(applyToDocument)
applyToDocument()
