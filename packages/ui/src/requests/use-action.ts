import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

type Action<Result, Failure, Input, Context> = Omit<UseMutationResult<Result, Failure, Input, Context>, 'mutate'> & {
  mutate: (input: Input) => void
}

/**
 * A mutation that ignores calls while it runs, so that two presses create one thing. `isPending` comes too late: the
 * page shows it only after the next rendering.
 */
export function useAction<Result, Failure = Error, Input = void, Context = unknown>(
  options: UseMutationOptions<Result, Failure, Input, Context>,
): Action<Result, Failure, Input, Context> {
  const mutation = useMutation(options)
  const { mutateAsync } = mutation
  const isRunning = useRef(false)
  const mutate = useCallback(
    (input: Input) => {
      if (isRunning.current) return
      isRunning.current = true
      const end = () => {
        isRunning.current = false
      }
      mutateAsync(input).then(end, end)
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
