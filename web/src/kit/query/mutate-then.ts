/** Mutations whose end is told although what started them is gone from the page, as a row that was removed: callbacks of `mutate` are not called then. */
import type { UseMutationResult } from '@tanstack/react-query'

/** notify is called once it succeeded; a failure is told as for any mutation. */
export function mutateThen<Input, Output, Failed>(
  mutation: Pick<UseMutationResult<Output, Failed, Input>, 'mutateAsync'>,
  input: NoInfer<Input>,
  notify: (output: Output) => void,
): void {
  void mutation.mutateAsync(input).then(notify, () => undefined)
}
