import { Field } from '@base-ui/react/field'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { cleanEmail } from '../formats/masks.ts'
import { maskedInput } from './masked-input.ts'

interface TextFieldProps extends Pick<
  ComponentProps<typeof Field.Control>,
  | 'type'
  | 'max'
  | 'autoComplete'
  | 'inputMode'
  | 'placeholder'
  | 'autoFocus'
  | 'readOnly'
  | 'ref'
  | 'spellCheck'
  | 'autoCapitalize'
> {
  name: string
  label: string
  hint?: ReactNode
  optional?: boolean
  /** Class for the width in a grid, such as `span-6`. */
  span?: string
  mono?: boolean
  value: string
  onChange: (value: string) => void
  /** Formats what is typed. */
  mask?: ((text: string) => string) | undefined
  /** Replaces the `input` element. */
  control?: ReactElement
}

/**
 * Attributes that replace `type="email"`. That type makes browsers show their own message about the e-mail, and hide the
 * page's messages about other fields.
 */
const EMAIL = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false, mask: cleanEmail } as const

/** The service rejects longer searches. With this limit, browsers cut off what people paste. */
export const MAX_SEARCH_LENGTH = 254

const messages = defineMessages({ optional: 'opcional' }, { optional: 'optional' })

export function TextField(props: TextFieldProps) {
  const t = useMessages(messages)
  const { name, label, hint, optional, span, mono, onChange, mask, control, ...rest } =
    props.type === 'email' ? { ...props, ...EMAIL } : props
  return (
    <Field.Root name={name} className={`field ${span ?? ''}`}>
      <Field.Label className="field-label">
        {label}
        {optional === true && <span className="field-optional"> ({t.optional})</span>}
      </Field.Label>
      <Field.Control
        className={`input ${mono === true ? 'input-mono' : ''}`}
        maxLength={rest.type === 'search' ? MAX_SEARCH_LENGTH : undefined}
        aria-required={optional === true ? undefined : true}
        {...maskedInput(onChange, mask)}
        {...(control && { render: control })}
        {...rest}
      />
      {hint !== undefined && <Field.Description className="field-hint">{hint}</Field.Description>}
      <Field.Error className="field-error" />
    </Field.Root>
  )
}
