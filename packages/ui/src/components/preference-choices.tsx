import { Choices } from './choices.tsx'
import { localeChoice, useLocale, useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { useStoredChoice } from '../preferences/stored-choice.ts'
import { themeChoice, THEMES } from '../preferences/theme.ts'

const messages = words(
  { language: 'Idioma', theme: 'Aparência', themes: { system: 'Sistema', light: 'Clara', dark: 'Escura' } },
  { language: 'Language', theme: 'Appearance', themes: { system: 'System', light: 'Light', dark: 'Dark' } },
)

export const LanguageChoice = () => (
  <Choices
    label={useWords(messages).language}
    value={useLocale()}
    onChange={(locale) => localeChoice.set(locale)}
    options={[
      { value: 'pt-BR', label: 'Português' },
      { value: 'en', label: 'English' },
    ]}
  />
)

export function ThemeChoice() {
  const t = useWords(messages)
  const theme = useStoredChoice(themeChoice)
  const options = THEMES.map((value) => ({ value, label: t.themes[value] }))
  return <Choices label={t.theme} value={theme} onChange={(chosen) => themeChoice.set(chosen)} options={options} />
}
