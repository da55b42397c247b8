/** Optimistic mutations: the screen changes with the tap, and back if the call fails. A feature says only what changes in which cache. */
import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/** Takes a change back; the error is why. */
export type Undo = (error: Error) => void

/** Queries that are fetched again once the mutation has ended; what is on its way would bring back the data before the change. */
type Refetch = { client: QueryClient; queryKey: QueryKey }

/** The part of `mutationOptions` that makes the change at once. */
export function optimistic<Input>(change: (input: Input) => Undo, refetch?: Refetch) {
  return {
    async onMutate(input: Input): Promise<Undo> {
      if (refetch) await refetch.client.cancelQueries({ queryKey: refetch.queryKey })
      return change(input)
    },
    onError: (error: Error, _: Input, undo: Undo | undefined) => undo?.(error),
    onSettled: async () => refetch && (await refetch.client.invalidateQueries({ queryKey: refetch.queryKey })),
  }
}

/**
 * Changes all cached queries under `queryKey`. The undo brings back their data from before; where other taps may change the same data meanwhile,
 * `reverse` takes back this change alone.
 */
export function edit<T = unknown, K extends QueryKey = QueryKey>(
  client: QueryClient,
  queryKey: K,
  step: Change<InferDataFromTag<T, K>> | Reversible<InferDataFromTag<T, K>>,
): Undo {
  const restore = snapshot(client, queryKey)
  const apply = (change: Change<InferDataFromTag<T, K>>) =>
    client.setQueriesData<InferDataFromTag<T, K>>({ queryKey }, (data) => (data === undefined ? data : change(data)))
  if (typeof step === 'function') {
    apply(step)
    return restore
  }
  apply(step.change)
  return () => apply(step.reverse)
}

type Change<T> = (data: T) => T
type Reversible<T> = { change: Change<T>; reverse: Change<T> }

/** Remembers all cached queries under `queryKey`; the undo brings their data back. */
export function snapshot(client: QueryClient, queryKey: QueryKey): Undo {
  const before = client.getQueriesData({ queryKey })
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

/** Sets what is on or off; the undo sets the opposite. */
export function switchTo(isOn: boolean, set: (isOn: boolean) => void): Undo {
  set(isOn)
  return () => set(!isOn)
}
