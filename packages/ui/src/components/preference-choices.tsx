import { Choices } from './choices.tsx'
import { localeChoice, useLocale, useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { useStoredChoice } from '../preferences/stored-choice.ts'
import { themeChoice, THEMES } from '../preferences/theme.ts'

const messages = defineMessages(
  { language: 'Idioma', theme: 'Aparência', themes: { system: 'Sistema', light: 'Clara', dark: 'Escura' } },
  { language: 'Language', theme: 'Appearance', themes: { system: 'System', light: 'Light', dark: 'Dark' } },
)

export const LanguageChoice = () => (
  <Choices
    label={useMessages(messages).language}
    value={useLocale()}
    onChange={(locale) => localeChoice.set(locale)}
    options={[
      { value: 'pt-BR', label: 'Português' },
      { value: 'en', label: 'English' },
    ]}
  />
)

export function ThemeChoice() {
  const t = useMessages(messages)
  const theme = useStoredChoice(themeChoice)
  const options = THEMES.map((value) => ({ value, label: t.themes[value] }))
  return <Choices label={t.theme} value={theme} onChange={(chosen) => themeChoice.set(chosen)} options={options} />
}
