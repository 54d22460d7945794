import { Form } from '@base-ui/react/form'
import { Button, Search, TextField, useWords } from '@partner-accounts/ui'
import { useState } from 'react'
import { recordWords } from './record-words.ts'

interface FindFormProps {
  label: string
  hint?: string
  text: string
  onFind: (text: string) => void
  error?: string
}

/** Searches a list for a text. Use it with `key={text}`, so that it follows the browser's history. */
export function FindForm({ label, hint, text, onFind, error }: FindFormProps) {
  const t = useWords(recordWords)
  const [typed, setTyped] = useState(text)
  return (
    <Form
      className="lookup"
      role="search"
      aria-label={label}
      // An error concerns the text that was searched, and would block the submission of another.
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
