import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

const classOf = (variant: Variant, small: boolean) => `button button-${variant}${small ? ' button-small' : ''}`

interface ButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className'> {
  variant?: Variant
  small?: boolean
  /** Its action is running: the button keeps the focus and ignores clicks. */
  busy?: boolean
}

export const Button = ({
  variant = 'secondary',
  small = false,
  busy = false,
  disabled,
  onClick,
  ...rest
}: ButtonProps) => (
  <BaseButton
    type="button"
    className={classOf(variant, small)}
    disabled={busy || disabled === true}
    focusableWhenDisabled
    aria-busy={busy || undefined}
    onClick={(event) => {
      // The second press of a double click is ignored: it may hit a button that has replaced the pressed one.
      if (event.detail > 1) event.preventDefault()
      else onClick?.(event)
    }}
    {...rest}
  />
)

interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'className'> {
  variant?: Variant
  small?: boolean
}

export const ButtonLink = ({ variant = 'secondary', small = false, ...rest }: ButtonLinkProps) => (
  <Link className={classOf(variant, small)} {...rest} />
)
