declare module 'virtual:lucide/*' {
  import type { ReactElement } from 'react'
  import type { IconProps } from './create-icon.tsx'

  export default function Icon(props: IconProps): ReactElement
}
