import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'

interface ChoicesProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

export const Choices = <T extends string>({ label, options, value, onChange }: ChoicesProps<T>) => (
  <ToggleGroup
    className="choices"
    aria-label={label}
    value={[value]}
    // Pressing the selected option keeps it.
    onValueChange={([chosen]) => chosen !== undefined && onChange(chosen)}
  >
    {options.map((option) => (
      <Toggle key={option.value} value={option.value} className="choice">
        {option.label}
      </Toggle>
    ))}
  </ToggleGroup>
)
