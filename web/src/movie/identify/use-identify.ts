/** The actions on a film that is identified: take an entry, type it in, keep its name, forget the match; how each is undone, and how a sweep over many. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { toast } from '../../ui/toast.tsx'
import { accept, forget, identify, undo, type Choice } from './identify-data.ts'
import { identifyText } from './identify-text.ts'

export type Undoable = { text: string; undo: () => void }

/** changed: called once the box has done it. */
export function useIdentify(device: Device, changed: (change: Undoable) => void) {
  const words = useText(identifyText)
  const client = useQueryClient()
  const identifying = useMutation(identify(client, device))
  const forgetting = useMutation(forget(client, device))
  const undoing = useUndo(device)
  const finished = (id: string, text: string) => changed({ text, undo: () => undoing({ id }) })
  return {
    isBusy: identifying.isPending || forgetting.isPending,
    choose: (choice: Choice, text: string, onSaved?: () => void) =>
      identifying.mutate(choice, {
        onSuccess() {
          onSaved?.()
          finished(choice.id, text)
        },
      }),
    forget: (id: string) => forgetting.mutate(id, { onSuccess: () => finished(id, words.kept) }),
  }
}

/** Accepts all from a score on; the list has the way back. */
export function useAccept(device: Device) {
  const words = useText(identifyText)
  const accepting = useMutation(accept(useQueryClient(), device))
  return {
    isBusy: accepting.isPending,
    accept: (minScore: number) =>
      accepting.mutate(minScore, {
        onSuccess: ({ accepted }) => toast(accepted === 0 ? words.noneOf : words.acceptedMany(accepted)),
      }),
  }
}

export function useUndo(device: Device) {
  const words = useText(identifyText)
  const undoing = useMutation(undo(useQueryClient(), device))
  return (of: { id: string } | { sweep_id: string }) =>
    undoing.mutate(of, {
      onSuccess: ({ undone }) => toast('id' in of ? words.undone : words.undoneMany(undone)),
    })
}
