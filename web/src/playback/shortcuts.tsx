/** '?' on any page shows its keyboard shortcuts; the remote has its own. */
import { Suspense, useState } from 'react'
import { lazyPart } from '../kit/lazy-part.ts'
import { useObservable } from '../kit/observable.ts'
import { useHelpKey } from './pad/key-press.ts'
import { isRemoteOpen } from './open-remote.ts'

const Keys = lazyPart(async () => (await import('./remote/keys-sheet.tsx')).KeysSheet)

export function Shortcuts() {
  const isCovered = useObservable(isRemoteOpen)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  useHelpKey(!isCovered && isOpen !== true, () => setOpen(true))
  return <Suspense>{isOpen !== null && <Keys of="pages" isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
}
