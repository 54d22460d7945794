export interface IconProps {
  /** Width and height in pixels. */
  size?: number
  className?: string
  'aria-hidden'?: boolean
}

/** @param shapes content of the SVG element, in a square of 24 units */
export function createIcon(shapes: string) {
  return function Icon({ size = 24, ...attributes }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        {...attributes}
        dangerouslySetInnerHTML={{ __html: shapes }}
      />
    )
  }
}
