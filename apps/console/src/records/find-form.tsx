import { Form } from '@base-ui/react/form'
import { Button, Search, TextField, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { recordMessages } from './record-messages.ts'

interface FindFormProps {
  label: string
  hint?: string
  text: string
  onFind: (text: string) => void
  error?: string
}

/** Shows a search field with the searched text, which also changes by links, Back and Forward. */
export function FindForm({ label, hint, text, onFind, error }: FindFormProps) {
  const t = useMessages(recordMessages)
  const [typed, setTyped] = useState(text)
  const [previousText, setPreviousText] = useState(text)
  // Mounting another form would also replace what was typed, but would lose the focus.
  if (text !== previousText) {
    setPreviousText(text)
    setTyped(text)
  }
  return (
    <Form
      className="lookup"
      role="search"
      aria-label={label}
      // An error would block the next search, so it is shown only until the text changes.
      errors={error === undefined || typed !== text ? {} : { find: error }}
      onFormSubmit={() => onFind(typed.trim())}
    >
      <TextField
        name="find"
        type="search"
        autoComplete="off"
        label={label}
        {...(hint !== undefined && { hint })}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit">
        <Search size={16} aria-hidden /> {t.find}
      </Button>
    </Form>
  )
}

export function FindEmailForm(props: Omit<FindFormProps, 'hint' | 'error'>) {
  const { incompleteEmail } = useMessages(recordMessages)
  const { text } = props
  const isIncomplete = text !== '' && emailIn(text) === undefined
  return <FindForm {...props} {...(isIncomplete && { error: incompleteEmail })} />
}

/** Returns the text if it contains an @, and otherwise `undefined`. */
export const emailIn = (text: string): string | undefined => (text.includes('@') ? text : undefined)
