import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const lookOf = (look: Look, small: boolean) => `button button-${look}${small ? ' button-small' : ''}`

interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  look?: Look
  small?: boolean
  /** While it works: it keeps the focus, and a second press does nothing. */
  busy?: boolean
}

export const Button = ({ look = 'secondary', small = false, busy = false, disabled, ...rest }: ButtonProps) => (
  <BaseButton
    type="button"
    className={lookOf(look, small)}
    disabled={busy || disabled === true}
    focusableWhenDisabled
    aria-busy={busy || undefined}
    {...rest}
  />
)

interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'className'> {
  look?: Look
  small?: boolean
}

export const ButtonLink = ({ look = 'secondary', small = false, ...rest }: ButtonLinkProps) => (
  <Link className={lookOf(look, small)} {...rest} />
)
